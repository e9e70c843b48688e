package io.cistern.api.json;

import java.io.CharConversionException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Passes bytes on and fails at the first that is not of well-formed UTF-8 (Unicode Standard, table 3-7), or is zero: in
 * JSON text that is a sign of UTF-16. Whether the last character is complete is left to the reader.
 */
final class Utf8Stream extends FilterInputStream {

    private long position;
    private int missing;
    private int least;
    private int most;

    Utf8Stream(InputStream bytes) {
        super(bytes);
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        if (next >= 0) {
            check(next);
        }
        return next;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        for (int i = offset; i < offset + count; i++) {
            check(target[i] & 0xFF);
        }
        return count;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void check(int next) throws CharConversionException {
        boolean valid = missing == 0 ? begin(next) : next >= least && next <= most;
        if (!valid) {
            throw new CharConversionException("byte 0x%02X at offset %d is not UTF-8".formatted(next, position));
        }
        position++;
        if (missing > 0 && next < 0xC0) {
            missing--;
            least = 0x80;
            most = 0xBF;
        }
    }

    /** Notes which bytes may follow the first one of a character; returns whether it is one. */
    private boolean begin(int first) {
        missing = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        return (first > 0 && first < 0x80) || (first >= 0xC2 && first <= 0xF4);
    }
}
