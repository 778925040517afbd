// repairs: FJ2
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

/** After a well-known tutorial. */
public class Substrings extends RecursiveTask<String> {
    private String workload = "";
    private static final int THRESHOLD = 4;

    public Substrings(String workload) {
        this.workload = workload;
    }

    @Override
    protected String compute() {
        if (workload.length() > THRESHOLD) {
            StringBuilder all = new StringBuilder();
            Collection<Substrings> done = ForkJoinTask.invokeAll(createSubtasks());
            done.forEach(it -> all.append(it.join()));
            return all.toString();
        }
        return workload.isEmpty() ? "" : processing(workload) + workload.charAt(0) + workload.length();
    }

    private List<Substrings> createSubtasks() {
        List<Substrings> subtasks = new ArrayList<>();
        String partOne = workload.substring(0, workload.length() / 2);
        String partTwo = workload.substring(workload.length() / 2, workload.length());
        subtasks.add(new Substrings(partOne));
        subtasks.add(new Substrings(partTwo));
        return subtasks;
    }

    private String processing(String work) {
        return "(" + work.toUpperCase() + ")";
    }

    static Object run(Random random, int size) {
        StringBuilder text = new StringBuilder();
        random.ints(size, 'a', 'z').forEach(it -> text.append((char) it));
        return new Substrings(text.toString()).invoke();
    }
}
