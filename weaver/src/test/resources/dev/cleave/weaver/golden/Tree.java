import dev.cleave.Future;

interface Sum {
    int sum();
}

class Tree implements Sum {
    private final Sum left;
    private final Sum right;

    Tree(Sum left, Sum right) {
        this.left = left;
        this.right = right;
    }

    @Override
    public int sum() {
        @Future int a = left.sum();
        int b = right.sum();
        return a + b;
    }
}
