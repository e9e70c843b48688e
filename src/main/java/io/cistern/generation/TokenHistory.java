package io.cistern.generation;

import java.util.Arrays;

/** The decoder's token ids of one row, decoder prompt included; grows by appending. */
public final class TokenHistory {

    private int[] ids;
    private int length;

    public TokenHistory(int... prompt) {
        this.ids = Arrays.copyOf(prompt, Math.max(16, prompt.length * 2));
        this.length = prompt.length;
    }

    private TokenHistory(int[] ids, int length) {
        this.ids = ids;
        this.length = length;
    }

    public void append(int id) {
        if (length == ids.length) {
            ids = Arrays.copyOf(ids, length * 2);
        }
        ids[length++] = id;
    }

    public int get(int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException(index);
        }
        return ids[index];
    }

    public int length() {
        return length;
    }

    public TokenHistory copy() {
        return new TokenHistory(ids.clone(), length);
    }

    /** Returns the ids from {@code start} to the end. */
    public int[] from(int start) {
        return Arrays.copyOfRange(ids, start, length);
    }
}
