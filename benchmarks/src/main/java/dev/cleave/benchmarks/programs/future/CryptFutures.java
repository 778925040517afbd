package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Crypt;

/** {@link Crypt}: a parallel loop over the blocks, there and back. */
final class CryptFutures {
    private CryptFutures() {}

    static void run(Crypt problem) {
        cipher(problem, problem.plain(), problem.secret(), problem.encryptionKey());
        cipher(problem, problem.secret(), problem.restored(), problem.decryptionKey());
    }

    private static void cipher(Crypt problem, byte[] from, byte[] to, int[] key) {
        for (@Parallel int block = 0; block < problem.blocks(); block++) {
            Crypt.cipherBlock(from, to, key, block);
        }
    }
}
