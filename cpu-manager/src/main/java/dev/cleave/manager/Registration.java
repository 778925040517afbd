package dev.cleave.manager;

import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.FrameChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * What a program says of itself when it registers.
 *
 * @param version of the protocol that it speaks
 * @param process its number
 * @param wanted processors; any number, which is cut to the machine when it is read from the table
 * @param minimum processors that it wants to have at least, from 1
 * @param weight what its part is weighed with, from 1
 * @param name to be shown to people, without control characters
 */
record Registration(byte version, long process, int wanted, int minimum, int weight, String name) {
    /**
     * Reads a frame behind its type.
     *
     * @param processors to which the minimum is cut
     * @throws IOException if it is malformed
     */
    static Registration read(ByteBuffer frame, int processors) throws IOException {
        int nameBytes = frame.remaining() - FrameChannel.REGISTER_BYTES;
        if (nameBytes < 0 || nameBytes > ManagedProcessors.MOST_NAME_BYTES) {
            throw new IOException("a registration of " + frame.remaining() + " bytes");
        }
        return new Registration( // the arguments are read in this order
                frame.get(),
                frame.getLong(),
                frame.getInt(),
                Manager.clamp(frame.getInt(), 1, processors),
                Manager.clamp(frame.getInt(), 1, ManagedProcessors.MOST_WEIGHT),
                name(frame));
    }

    private static String name(ByteBuffer frame) throws IOException {
        try {
            String name = StandardCharsets.UTF_8.newDecoder().decode(frame).toString();
            // It is shown in terminals, which obey the controls from U+0080 on, too, and some write
            // from right to left, or begin a line, where they are told so.
            return name.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
        } catch (CharacterCodingException e) {
            throw new IOException("a name that is not UTF-8", e);
        }
    }
}
