package dev.cleave.pekko;

import dev.cleave.ForkJoinTask;
import org.apache.pekko.dispatch.Mailbox;

/**
 * Runs a mailbox, again and again: it never completes. In a queue, kept by a worker, or run, it is
 * once at most at a time, for the mailbox is scheduled meanwhile.
 */
class MailboxTask extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    /** Messages that a sender forks after the watch had to take one away. */
    static final int LINGERING = 1024;

    /** Set once, before it is run. */
    transient Mailbox mailbox;

    /** How many of the mailbox's messages to fork rather than keep; written by races, a hint. */
    private transient int lingering;

    /** For a mailbox that is not there yet. */
    MailboxTask() {}

    MailboxTask(Mailbox mailbox) {
        this.mailbox = mailbox;
    }

    /** Worker: has one task that was submitted from outside wait in the worker's own queue. */
    static void admit() {
        ForkJoinTask<?> submitted = pollSubmission();
        if (submitted != null) {
            submitted.fork();
        }
    }

    /** Submits it from outside the pool. */
    final void submit() {
        ((CleaveDispatcher) mailbox.dispatcher()).submit(mailbox, this);
    }

    /** Whether something is to be done before the next message: the actor is to stop, say. */
    final boolean hasSystemMessages() {
        return mailbox.hasSystemMessages();
    }

    /** Whether it runs the same mailbox as another task. */
    final boolean isOf(MailboxTask other) {
        return mailbox == other.mailbox;
    }

    /** Whether the actor goes on for long after it has sent a message. */
    final boolean lingers() {
        if (lingering == 0) {
            return false;
        }
        lingering--;
        return true;
    }

    /** The actor has gone on for long after it had sent a message. */
    final void linger() {
        lingering = LINGERING;
    }

    @Override
    protected final boolean exec() {
        if (Thread.currentThread() instanceof ActorWorker worker) {
            worker.runChain(this);
        } else {
            process();
        }
        return false;
    }

    /**
     * Processes messages, up to the dispatcher's throughput; what goes wrong is not the worker's.
     */
    final void process() {
        try {
            runMailbox();
        } catch (Throwable failure) {
            // An actor that fails is its supervisor's; this is an interrupt, which ends here, or
            // fatal, and the handler's.
            if (!(failure instanceof InterruptedException)) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
            }
        }
    }

    /**
     * Processes messages, and unschedules the mailbox, or hands it on.
     *
     * @throws InterruptedException if the actor was interrupted, or has interrupted itself
     */
    void runMailbox() throws InterruptedException {
        mailbox.run();
    }

    @Override
    public final Void getRawResult() {
        return null;
    }

    @Override
    protected final void setRawResult(Void value) {}
}
