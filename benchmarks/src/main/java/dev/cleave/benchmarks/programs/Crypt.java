package dev.cleave.benchmarks.programs;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Java Grande's Crypt: random bytes are encrypted and decrypted by the block cipher IDEA (Lai and
 * Massey, 1991), each block of eight bytes by itself.
 */
public final class Crypt implements Problem {
    /** Bytes that are enciphered together. */
    static final int BLOCK = 8;

    /** 16-bit words of a key that a user has. */
    private static final int USER_WORDS = 8;

    private static final int ROUNDS = 8;
    private static final int WORDS_PER_ROUND = 6;
    private static final int WORDS = ROUNDS * WORDS_PER_ROUND + 4;

    /** The key schedule turns the key by so many bits after every eight words. */
    private static final int TURN = 25;

    private static final int MASK = 0xFFFF;

    /** Words are multiplied modulo this prime, with 0 in the place of 2^16. */
    private static final int PRIME = 0x1_0001;

    private final byte[] plain;
    private final byte[] secret;
    private final byte[] restored;
    private final int[] encryptionKey;
    private final int[] decryptionKey;

    /** So many random bytes, a multiple of eight. */
    public Crypt(int size) {
        plain = new byte[size];
        secret = new byte[size];
        restored = new byte[size];
        SplittableRandom random = new SplittableRandom(size);
        random.nextBytes(plain);
        encryptionKey = encryptionKey(random.ints(USER_WORDS, 0, MASK + 1).toArray());
        decryptionKey = decryptionKey(encryptionKey);
    }

    /** Each word is sixteen bits of the user's key, which turns. */
    static int[] encryptionKey(int[] user) {
        int[] key = new int[WORDS];
        for (int i = 0; i < WORDS; i++) {
            int bit = 16 * i + TURN * (i / USER_WORDS);
            int two = user[bit / 16 % USER_WORDS] << 16 | user[(bit / 16 + 1) % USER_WORDS];
            key[i] = two >>> 16 - bit % 16 & MASK;
        }
        return key;
    }

    /** The words of a key from the last round to the first, with their inverses. */
    static int[] decryptionKey(int[] key) {
        int[] inverse = new int[WORDS];
        for (int round = 0; round <= ROUNDS; round++) {
            int to = round * WORDS_PER_ROUND;
            int from = WORDS - 4 - to;
            // Rounds exchange their middle words, but for the first and the half one at the end.
            int swap = round == 0 || round == ROUNDS ? 0 : 1;
            inverse[to] = reciprocal(key[from]);
            inverse[to + 1] = -key[from + 1 + swap] & MASK;
            inverse[to + 2] = -key[from + 2 - swap] & MASK;
            inverse[to + 3] = reciprocal(key[from + 3]);
            if (round < ROUNDS) {
                inverse[to + 4] = key[from - 2];
                inverse[to + 5] = key[from - 1];
            }
        }
        return inverse;
    }

    private static int reciprocal(int word) {
        BigInteger prime = BigInteger.valueOf(PRIME);
        return BigInteger.valueOf(word == 0 ? PRIME - 1 : word).modInverse(prime).intValue() & MASK;
    }

    private static int multiply(int a, int b) {
        if (a == 0 || b == 0) {
            return PRIME - a - b & MASK; // 2^16 is -1
        }
        int product = a * b;
        int difference = (product & MASK) - (product >>> 16);
        return difference + (difference >>> 31) & MASK; // 2^16 + 1 more where it is negative
    }

    /** How many blocks there are. */
    public int blocks() {
        return plain.length / BLOCK;
    }

    /** The bytes before. */
    public byte[] plain() {
        return plain;
    }

    /** The bytes encrypted. */
    public byte[] secret() {
        return secret;
    }

    /** The bytes encrypted and decrypted. */
    public byte[] restored() {
        return restored;
    }

    /** The key that encrypts. */
    public int[] encryptionKey() {
        return encryptionKey;
    }

    /** The key that decrypts. */
    public int[] decryptionKey() {
        return decryptionKey;
    }

    @Override
    public void prepare() {
        Arrays.fill(secret, (byte) 0);
        Arrays.fill(restored, (byte) 0);
    }

    @Override
    public void serial() {
        cipher(plain, secret, encryptionKey);
        cipher(secret, restored, decryptionKey);
    }

    private void cipher(byte[] from, byte[] to, int[] key) {
        for (int block = 0; block < blocks(); block++) {
            cipherBlock(from, to, key, block);
        }
    }

    /** Enciphers one block. */
    public static void cipherBlock(byte[] from, byte[] to, int[] key, int block) {
        int at = block * BLOCK;
        int a = word(from, at);
        int b = word(from, at + 2);
        int c = word(from, at + 4);
        int d = word(from, at + 6);
        int k = 0;
        for (int round = 0; round < ROUNDS; round++) {
            a = multiply(a, key[k++]);
            b = b + key[k++] & MASK;
            c = c + key[k++] & MASK;
            d = multiply(d, key[k++]);
            int left = multiply(a ^ c, key[k++]);
            int right = multiply((b ^ d) + left & MASK, key[k++]);
            left = left + right & MASK;
            a ^= right;
            d ^= left;
            int middle = b ^ left;
            b = c ^ right;
            c = middle;
        }
        word(to, at, multiply(a, key[k++]));
        word(to, at + 2, c + key[k++]);
        word(to, at + 4, b + key[k++]);
        word(to, at + 6, multiply(d, key[k]));
    }

    private static int word(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    private static void word(byte[] bytes, int at, int word) {
        bytes[at] = (byte) (word >>> 8);
        bytes[at + 1] = (byte) word;
    }

    @Override
    public String answer() {
        return Digest.of(secret.length, i -> secret[i])
                + (Arrays.equals(plain, restored) ? ", restored" : ", not restored");
    }

    /** The task version's tasks encipher so many blocks without dividing. */
    public int threshold() {
        return 1_024;
    }

    @Override
    public long forks() {
        return 2 * Halving.divisions(blocks(), threshold());
    }
}
