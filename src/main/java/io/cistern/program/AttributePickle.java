package io.cistern.program;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes a module object and its attributes in pickle protocol 2, as far as TorchScript modules need it. */
final class AttributePickle {

    /** An attribute that starts as an empty list of tensors. */
    static final Object TENSOR_LIST = new Object();

    /** An attribute that starts as an empty list of objects of an engine's class. */
    record ObjectList(String type) {}

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    AttributePickle(String moduleClass, Map<String, Object> attributes) throws IOException {
        out.write(new byte[] {(byte) 0x80, 2});
        global("__torch__", moduleClass);
        out.write(new byte[] {')', (byte) 0x81, '}', '('});
        string("training");
        value(false);
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            string(attribute.getKey());
            value(attribute.getValue());
        }
        out.writeBytes("ub.");
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    private void value(Object value) throws IOException {
        if (value == TENSOR_LIST) {
            global("torch.jit._pickle", "build_tensorlist");
            out.writeBytes("(]tR");
        } else if (value instanceof ObjectList list) {
            global("torch.jit._pickle", "restore_type_tag");
            out.writeBytes("(]");
            string("List[" + list.type() + "]");
            out.writeBytes("tR");
        } else if (value instanceof Boolean flag) {
            out.write(flag ? 0x88 : 0x89);
        } else if (value instanceof Integer number) {
            out.write('J');
            out.writeInt(Integer.reverseBytes(number));
        } else if (value instanceof Double number) {
            out.write('G');
            out.writeDouble(number);
        } else if (value instanceof String text) {
            string(text);
        } else {
            throw new IllegalArgumentException("no pickle form for " + value.getClass());
        }
    }

    private void global(String module, String name) throws IOException {
        out.writeBytes("c" + module + "\n" + name + "\n");
    }

    private void string(String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.write('X');
        out.writeInt(Integer.reverseBytes(utf8.length));
        out.write(utf8);
    }
}
