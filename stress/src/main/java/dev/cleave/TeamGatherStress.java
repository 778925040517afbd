package dev.cleave;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cleave.scheduling.TeamBarrier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A helper comes as its team begins. Row B5 of {@code scheduling/PROTOCOL.md}. */
@JCStressTest
@Outcome(id = "1, 2, 2", expect = ACCEPTABLE, desc = "helper -> caller: a team of two, for both")
@Outcome(id = "0, -1, 1", expect = ACCEPTABLE, desc = "caller -> helper, who goes home")
@Outcome(expect = FORBIDDEN, desc = "a helper in a team that does not know of it")
public class TeamGatherStress {
    /** Gives the regions their account; nobody runs in it. */
    static final ForkJoinPool POOL = new ForkJoinPool(1);

    /** A team that gathers. */
    @State
    public static class Gathering {
        private final Team team = new Team(POOL, null, 2, new TeamBarrier(2, true), region -> {});
    }

    /** Comes; its number, and how large it sees the team. */
    @Actor
    public void helper(Gathering g, III_Result r) {
        r.r1 = g.team.sitDown();
        r.r2 = r.r1 > 0 ? g.team.size() : -1;
    }

    /** Begins. */
    @Actor
    public void caller(Gathering g) {
        g.team.begin(new Team.Helper[0]);
    }

    /** How large the team is. */
    @Arbiter
    public void later(Gathering g, III_Result r) {
        r.r3 = g.team.size();
    }
}
