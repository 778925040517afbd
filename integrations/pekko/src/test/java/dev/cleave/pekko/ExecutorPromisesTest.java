package dev.cleave.pekko;

/** The same on Pekko's own dispatcher, of which only the executor is Cleave's. */
class ExecutorPromisesTest extends ActorPromisesTest {
    @Override
    String dispatcher() {
        return """
               type = Dispatcher
               executor = "dev.cleave.pekko.CleaveExecutorConfigurator"
               """;
    }
}
