package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * The orders that match a query, in their order: after figure 6 of Pinto et al., whose tasks add
 * the lists that their children return to their own.
 */
public final class Filter implements Problem {
    private final List<Order> orders = new ArrayList<>();
    private final int threshold;
    private List<Order> result = List.of();

    /** So many orders, of which about a half match, for tasks with fewer than {@code threshold}. */
    public Filter(int size, int threshold) {
        for (int i = 0; i < size; i++) {
            orders.add(new Order(i, i * 0x9E37_79B9));
        }
        this.threshold = threshold;
    }

    /** Something that is looked for, or not. */
    public record Order(int id, int amount) {
        /** Whether it is looked for. */
        public boolean matches() {
            return amount > 0;
        }
    }

    /** All of them. */
    public List<Order> orders() {
        return orders;
    }

    /** So many are divided. */
    public int threshold() {
        return threshold;
    }

    /** Takes the result of a parallel run. */
    public void result(List<Order> value) {
        result = value;
    }

    @Override
    public void prepare() {
        result = List.of();
    }

    @Override
    public void serial() {
        List<Order> found = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            if (orders.get(i).matches()) {
                found.add(orders.get(i));
            }
        }
        result = found;
    }

    @Override
    public String answer() {
        return result.size() + " orders, " + Digest.of(result.size(), i -> result.get(i).id());
    }

    @Override
    public long forks() {
        return Halving.divisions(orders.size(), threshold - 1);
    }
}
