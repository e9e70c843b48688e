package io.cistern.api.json;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.io.InputDecorator;

/** Refuses bytes that are not UTF-8. Jackson itself would also read UTF-16, and characters in more bytes than they need. */
public final class Utf8Only extends InputDecorator {

    @Override
    public InputStream decorate(IOContext context, InputStream bytes) {
        return new Utf8Stream(bytes);
    }

    @Override
    public InputStream decorate(IOContext context, byte[] bytes, int offset, int length) {
        return new Utf8Stream(new ByteArrayInputStream(bytes, offset, length));
    }

    @Override
    public Reader decorate(IOContext context, Reader characters) {
        return characters;
    }
}
