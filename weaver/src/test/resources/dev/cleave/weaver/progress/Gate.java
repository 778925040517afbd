import java.util.concurrent.CountDownLatch;

/** Opened by a call, passed by what follows its declaration: so somebody else makes the call. */
final class Gate {
    private final CountDownLatch open = new CountDownLatch(1);

    void open() {
        open.countDown();
    }

    boolean isOpen() {
        return open.getCount() == 0;
    }

    void pass() throws InterruptedException {
        open.await();
    }
}
