package dev.cleave.benchmarks.programs.wrong;

import dev.cleave.benchmarks.programs.Servers;
import dev.cleave.benchmarks.programs.Servers.Server;
import dev.cleave.benchmarks.programs.Servers.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** {@link Servers}: parts are views of views, forked one by one; lists are added to lists. */
final class ServersTasks {
    private ServersTasks() {}

    static Runnable in(ForkJoinPool pool, Servers problem) {
        return () ->
                problem.states(pool.invoke(new Asking(problem.servers(), problem.threshold())));
    }

    private static final class Asking extends RecursiveTask<List<State>> {
        private final List<Server> servers;
        private final int threshold;

        private Asking(List<Server> servers, int threshold) {
            this.servers = servers;
            this.threshold = threshold;
        }

        @Override
        protected List<State> compute() {
            List<State> states = new ArrayList<>();
            if (servers.size() <= threshold) {
                for (Server server : servers) {
                    states.add(server.ask());
                }
                return states;
            }
            List<Asking> tasks = new ArrayList<>();
            int half = servers.size() / 2;
            for (int from = 0; from < servers.size(); from += half) {
                int to = Math.min(from + half, servers.size());
                Asking task = new Asking(servers.subList(from, to), threshold);
                task.fork();
                tasks.add(task);
            }
            for (Asking task : tasks) {
                states.addAll(task.join());
            }
            return states;
        }
    }
}
