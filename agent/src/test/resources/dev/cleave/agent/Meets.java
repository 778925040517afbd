package program;

import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.ToIntFunction;
import library.Library;

/** Meets a library at every place where one can. */
public class Meets {
    static class Calls {
        static int call() {
            return Library.use(ForkJoinPool.commonPool());
        }
    }

    static class Reads {
        static Object read() {
            return new Library().pool;
        }
    }

    static class Refers {
        static int refer() {
            ToIntFunction<ForkJoinPool> use = Library::use;
            return use.applyAsInt(ForkJoinPool.commonPool());
        }
    }

    static class Lambda {
        static int make() {
            Library.UsesPool use = pool -> pool.getParallelism();
            return use.use(ForkJoinPool.commonPool());
        }
    }

    static class Overrides extends Library.Base {
        @Override
        public int parallelism(ForkJoinPool of) {
            return 1 + super.parallelism(of);
        }
    }

    static class Mixes {
        static Object mix() {
            ForkJoinTask<Integer> task = new Library.Task();
            return task.invoke();
        }
    }

    static class Casts {
        static Object cast() {
            return ((ForkJoinPool) Library.make()).getParallelism();
        }
    }

    static class Gives {
        static int give() {
            return Library.useAny(new ForkJoinPool(2));
        }
    }

    /** Goes through what both sides see. */
    static class Passes {
        static Object pass() throws Exception {
            return Library.make().submit(() -> Library.run()).get();
        }
    }

    static void show(String name, Callable<Object> what) {
        try {
            System.out.println(name + " " + what.call());
        } catch (Exception | LinkageError refused) {
            System.out.println(name + " " + refused);
        }
    }

    public static void main(String[] args) {
        show("calls", Calls::call);
        show("reads", Reads::read);
        show("refers", Refers::refer);
        show("lambda", Lambda::make);
        show("overrides", Overrides::new);
        show("mixes", Mixes::mix);
        show("casts", Casts::cast);
        show("gives", Gives::give);
        show("passes", Passes::pass);
    }
}
