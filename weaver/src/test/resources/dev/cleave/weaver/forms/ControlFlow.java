import dev.cleave.Future;
import java.util.Arrays;
import java.util.Iterator;

public final class ControlFlow {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int a = fib(n - 1);
        int b = fib(n - 2);
        return a + b;
    }

    static int eitherBranch(boolean first) {
        @Future int x;
        if (first) {
            x = fib(10);
        } else {
            x = fib(12);
        }
        return x + 1;
    }

    static int someBranches(int k) {
        @Future int x;
        if (k == 0) {
            x = fib(3);
        } else if (k == 1) {
            x = fib(4);
        } else {
            throw new IllegalArgumentException();
        }
        return x;
    }

    static int everyCase(int k) {
        @Future int x;
        switch (k) {
            case 0:
                x = fib(5);
                break;
            case 1:
                x = fib(6);
                break;
            default:
                x = fib(7);
        }
        return x;
    }

    static int leftLoop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            @Future int x = fib(i);
            if (i == 3) {
                continue;
            }
            if (i == 7) {
                break;
            }
            sum += x + i;
        }
        return sum;
    }

    static int labelled(int n) {
        int sum = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                @Future int x = fib(i + j);
                if (j == 2) {
                    continue outer;
                }
                if (i == 4) {
                    break outer;
                }
                sum += x;
            }
        }
        return sum;
    }

    static int doWhile(int n) {
        @Future int x;
        int i = n;
        do {
            x = fib(i++);
        } while (x < 10);
        return x;
    }

    static int endless(int n) {
        @Future int x;
        while (true) {
            x = fib(n);
            if (n > 0) {
                break;
            }
        }
        return x;
    }

    static int overwritten(int n) {
        @Future int x;
        int rounds = 0;
        for (int i = 0; i < n; i++) {
            x = fib(i);
            rounds++;
        }
        return rounds;
    }

    static int late(int n) {
        @Future int x;
        int before = n + 1;
        x = fib(before);
        int y = fib(n);
        return x + y;
    }

    static int severalInOneDeclaration(int n) {
        @Future int x = fib(n), y = fib(n + 1);
        return x * y;
    }

    static int touchedInAnyOrder(int n) {
        @Future int a = fib(n);
        @Future int b = fib(n + 1);
        @Future int c = fib(n + 2);
        @Future int d = fib(n + 3);
        return d - a + c - b;
    }

    static int touchedOnSomePaths(int n) {
        @Future int a = fib(n);
        @Future int b = fib(n + 1);
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            if ((i & 1) == 1) {
                sum += a;
            }
            sum += i > 2 ? b : 1;
        }
        return sum;
    }

    static void neverUsed(boolean declared) {
        if (declared) {
            @Future int x = fib(4);
        }
        for (int i = 0; i < 3; i++) {
            @Future int y = fib(i);
        }
    }

    static String onStrings(String k) {
        switch (k) {
            case "a":
                {
                    @Future String s = k.concat("x");
                    return s;
                }
            case "b":
                @Future String t = k.concat("y");
                return t;
            default:
                return "d";
        }
    }

    static int conditionalArguments(boolean b) {
        @Future int x = fib(b ? 3 : 4);
        @Future int y = fib(b ? fib(5) : 6);
        return b ? x : y;
    }

    static int assignedFrom(boolean b) {
        @Future int x = fib(5);
        int y;
        if (b) {
            y = x;
        } else {
            y = 3;
        }
        return x + y;
    }

    static int shared() {
        @Future int[] cells = new int[] {1, 2, 3}.clone();
        @Future int[][] nested = new int[][] {{4}, {5}}.clone();
        @Future int[] inner = nested[1].clone();
        return cells[2] + nested.length + inner[0];
    }

    static int eachOf(Iterable<Integer> all) {
        int sum = 0;
        Iterator<Integer> each = all.iterator();
        while (each.hasNext()) {
            @Future Integer x = each.next();
            sum++;
            sum += x;
        }
        for (Iterator<Integer> i = all.iterator(); i.hasNext(); ) {
            @Future int x = i.next();
            sum++;
            sum += x;
        }
        return sum;
    }

    static int deep(int n) {
        if (n == 0) {
            return 0;
        }
        @Future int below = deep(n - 1);
        Thread.yield();
        return below + 1;
    }

    private static final boolean DRY_RUN = true;

    /** Eclipse's compiler leaves what follows, in further lines at the method's end. */
    static int endsInUnreachedCode(int n) {
        @Future int x = fib(n);
        int y = fib(n - 1);
        if (true) {
            return x + y;
        }
        y = 1;
        return y;
    }

    /** And javac what is caught. */
    static int endsInUnreachedHandler(int n) {
        int rest = n;
        while (true) {
            @Future int x = fib(rest);
            int y = fib(3);
            if (--rest < 0) {
                return x + y;
            }
            try {
                if (DRY_RUN) {
                    continue;
                }
                Integer.parseInt("" + rest);
            } catch (NumberFormatException e) {
                y = 1;
                return y;
            }
        }
    }

    public static String run() {
        neverUsed(true);
        neverUsed(false);
        int[] all = {
            fib(15),
            eitherBranch(true),
            eitherBranch(false),
            someBranches(0),
            someBranches(1),
            everyCase(0),
            everyCase(1),
            everyCase(2),
            leftLoop(10),
            labelled(5),
            doWhile(3),
            endless(4),
            overwritten(5),
            late(6),
            severalInOneDeclaration(6),
            touchedInAnyOrder(9),
            touchedOnSomePaths(8),
            conditionalArguments(true),
            conditionalArguments(false),
            assignedFrom(true),
            assignedFrom(false),
            shared(),
            eachOf(Arrays.asList(1, 2, 3)),
            endsInUnreachedCode(7),
            endsInUnreachedHandler(3),
            deep(2500)
        };
        return Arrays.toString(all) + onStrings("a") + onStrings("b") + onStrings("c");
    }
}
