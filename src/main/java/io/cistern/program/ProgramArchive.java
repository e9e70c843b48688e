package io.cistern.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A TorchScript archive made in memory from source text, in the layout that libtorch reads
 * (pytorch/pytorch torch/csrc/jit/serialization): a zip of stored entries with the main module's source, the sources it
 * calls, its attributes as a pickle, and an archive version.
 */
final class ProgramArchive {

    private static final String ROOT = "program/";
    private static final byte[] EMPTY_TUPLE = {(byte) 0x80, 2, ')', '.'};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(bytes);

    private ProgramArchive() {}

    /**
     * Returns the archive of a module.
     *
     * @param moduleClass name of the class in the main source
     * @param main resource name of the main source, without its ending
     * @param libraries the sources it calls: the name it calls them by, and their resource names
     * @param attributes the module's attributes in the order of their declaration
     */
    static InputStream of(
            String moduleClass, String main, Map<String, String> libraries, Map<String, Object> attributes) {
        try {
            ProgramArchive archive = new ProgramArchive();
            archive.add("data.pkl", new AttributePickle(moduleClass, attributes).toBytes());
            archive.add("code/__torch__.py", source(main));
            for (Map.Entry<String, String> library : libraries.entrySet()) {
                archive.add("code/__torch__/" + library.getKey() + ".py", source(library.getValue()));
            }
            archive.add("constants.pkl", EMPTY_TUPLE);
            archive.add("version", "10\n".getBytes(StandardCharsets.US_ASCII));
            archive.zip.close();
            return new ByteArrayInputStream(archive.bytes.toByteArray());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static byte[] source(String name) throws IOException {
        String resource = "/torchscript/" + name + ".py";
        try (InputStream in = ProgramArchive.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no program source " + resource);
            }
            return in.readAllBytes();
        }
    }

    private void add(String name, byte[] content) throws IOException {
        CRC32 checksum = new CRC32();
        checksum.update(content);
        ZipEntry entry = new ZipEntry(ROOT + name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(checksum.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
