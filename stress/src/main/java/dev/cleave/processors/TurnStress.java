package dev.cleave.processors;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads find, one a period after the other, that something is due. Row W1 of PROTOCOL.md. */
@JCStressTest
@Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "early -> late, who sees what early has done")
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "late comes while early has the turn")
@Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "late has, or had, the turn as early comes")
@Outcome(id = "1, 1, 1", expect = FORBIDDEN, desc = "both at once, or late has seen nothing")
@Outcome(expect = FORBIDDEN, desc = "nobody has done it")
public class TurnStress {
    /** Something that is due. */
    @State
    public static class Due {
        private final Turn turn = new Turn(1, 0);

        /** Plain. */
        private int times;

        int tryAt(long now) {
            if (!turn.begins(now)) {
                return 0;
            }
            times++;
            turn.ends(now);
            return 1;
        }
    }

    /** Comes when it is due for the first time. */
    @Actor
    public void early(Due d, III_Result r) {
        r.r1 = d.tryAt(1);
    }

    /** Comes when it is due again. */
    @Actor
    public void late(Due d, III_Result r) {
        r.r2 = d.tryAt(2);
    }

    /** How often it was done. */
    @Arbiter
    public void later(Due d, III_Result r) {
        r.r3 = d.times;
    }
}
