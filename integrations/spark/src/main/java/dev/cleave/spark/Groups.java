package dev.cleave.spark;

import java.util.List;
import org.apache.spark.Partitioner;

/** Sends the pieces whose results are combined by one task to it. */
final class Groups extends Partitioner {
    private static final long serialVersionUID = 1;

    /** Of each group its first piece; behind them how many pieces there are. */
    private final int[] firsts;

    private final int[] groupOfPiece;

    Groups(List<Shape> groups) {
        firsts = new int[groups.size() + 1];
        for (int group = 0; group < groups.size(); group++) {
            firsts[group + 1] = firsts[group] + groups.get(group).pieces();
        }
        groupOfPiece = new int[firsts[groups.size()]];
        for (int group = 0; group < groups.size(); group++) {
            for (int piece = firsts[group]; piece < firsts[group + 1]; piece++) {
                groupOfPiece[piece] = group;
            }
        }
    }

    @Override
    public int numPartitions() {
        return firsts.length - 1;
    }

    @Override
    public int getPartition(Object piece) {
        return groupOfPiece[(Integer) piece];
    }

    int first(int group) {
        return firsts[group];
    }

    int size(int group) {
        return firsts[group + 1] - firsts[group];
    }
}
