package dev.cleave.processors.manager;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The table that a manager and a program share, in memory. Rows M1 to M4 of PROTOCOL.md. */
public class ManagerTableStress {
    /** Many more than jcstress has states at a time. */
    private static final int SLOTS = 1 << 17;

    private static final ManagerTable TABLE =
            new ManagerTable(
                    ByteBuffer.allocateDirect(
                                    ManagerTable.HEADER_BYTES + SLOTS * ManagerTable.SLOT_BYTES)
                            .order(ByteOrder.nativeOrder()));

    private static final AtomicInteger OFFERS = new AtomicInteger();

    /** A slot that is offered, with one processor granted. */
    @State
    public static class Offered {
        private final int generation = OFFERS.incrementAndGet();
        private final int slot = generation & (SLOTS - 1);

        /** Of a generation of its own. */
        public Offered() {
            TABLE.offer(slot, generation, 1, 1, 1);
            TABLE.grant(slot, generation, set(1));
        }

        int move(int to) {
            return TABLE.changeOwnership(slot, generation, ManagerTable.OFFERED, to) ? 1 : 0;
        }
    }

    private static BitSet set(int processors) {
        BitSet set = new BitSet();
        set.set(0, processors);
        return set;
    }

    /** A program takes the slot while the manager withdraws it. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "program -> manager: taken")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "manager -> program: withdrawn")
    @Outcome(expect = FORBIDDEN, desc = "the slot is both's, or nobody's")
    public static class TakeAgainstWithdraw {
        /** Takes. */
        @Actor
        public void program(Offered o, II_Result r) {
            r.r1 = o.move(ManagerTable.OWNED);
        }

        /** Withdraws. */
        @Actor
        public void manager(Offered o, II_Result r) {
            r.r2 = o.move(ManagerTable.FREE);
        }
    }

    /** A program reads its grant while the manager changes it. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "program -> manager: the old processor")
    @Outcome(id = "1024", expect = ACCEPTABLE, desc = "manager -> program: all processors")
    @Outcome(
            id = "-1",
            expect = ACCEPTABLE,
            desc = "manager, which lost its processor between M2 and M3: the program gives up")
    @Outcome(expect = FORBIDDEN, desc = "half of the new ones, or none")
    public static class ReadAgainstGrant {
        /** Reads. */
        @Actor
        public void program(Offered o, I_Result r) {
            BitSet granted = TABLE.granted(o.slot, o.generation);
            r.r1 = granted == null ? -1 : granted.cardinality();
        }

        /** Grants. */
        @Actor
        public void manager(Offered o) {
            TABLE.grant(o.slot, o.generation, set(ManagerTable.MOST_PROCESSORS));
        }
    }
}
