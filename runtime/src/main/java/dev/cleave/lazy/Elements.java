package dev.cleave.lazy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Objects;

/**
 * What a parallel for-each loop goes over that is not an array. A list of the usual kind stays
 * where it is: to copy it would cost as much as an iteration that does little. Called by woven
 * code; any thread.
 */
public final class Elements {
    /** Null if they are in {@link #array}. */
    private final ArrayList<?> list;

    private final Object[] array;

    private Elements(ArrayList<?> list, Object[] array) {
        this.list = list;
        this.array = array;
    }

    /**
     * Finds them.
     *
     * @param all what the loop is over
     * @return its elements, in the order of its iterator
     * @throws NullPointerException if that is null
     */
    public static Elements of(Iterable<?> all) {
        Objects.requireNonNull(all, "what a parallel loop goes over is null");
        if (all.getClass() == ArrayList.class) {
            return new Elements((ArrayList<?>) all, null);
        }
        // The loop as it is written calls no toArray, which a program's own class may have left
        // out.
        if (all instanceof Collection<?> known && all.getClass().getClassLoader() == null) {
            return new Elements(null, known.toArray());
        }
        ArrayList<Object> list = new ArrayList<>();
        for (Object element : all) {
            list.add(element);
        }
        return new Elements(list, null);
    }

    /**
     * How many there are.
     *
     * @return the number
     */
    public int size() {
        return list == null ? array.length : list.size();
    }

    /**
     * One of them.
     *
     * @param i which
     * @return the element
     */
    public Object get(int i) {
        return list == null ? array[i] : list.get(i);
    }
}
