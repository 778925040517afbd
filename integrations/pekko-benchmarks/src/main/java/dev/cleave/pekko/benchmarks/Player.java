package dev.cleave.pekko.benchmarks;

import org.apache.pekko.actor.UntypedAbstractActor;

/** An actor of a run, which tells when it is there. */
abstract class Player extends UntypedAbstractActor {
    final Stage stage;

    Player(Stage stage) {
        this.stage = stage;
    }

    @Override
    public void preStart() {
        stage.started();
    }
}
