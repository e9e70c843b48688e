package io.cistern.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;

/** Writes multipart forms byte by byte, good ones and bad ones. */
public final class UploadForm {

    private static final String BOUNDARY = "----form";

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    /** Returns a form with a short recording, or what counts as one where nothing is decoded. */
    public static UploadForm withFile() {
        return new UploadForm().file(new byte[] {1, 2, 3});
    }

    public UploadForm file(byte[] content) {
        return part("file\"; filename=\"../../etc/passwd", "Content-Type: application/octet-stream\r\n", content);
    }

    public UploadForm field(String name, String value) {
        return part(name, "", value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a field whose part says its type, as some clients do. */
    public UploadForm typedField(String name, String value) {
        return part(name, "Content-Type: text/plain;charset=UTF-8\r\n", value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a field whose part names a charset, in whatever bytes. */
    public UploadForm field(String name, String charset, byte[] value) {
        return part(name, "Content-Type: text/plain; charset=%s\r\n".formatted(charset), value);
    }

    /** Adds a field whose part has a long header. */
    public UploadForm fieldWithHeader(String name, String header, String value) {
        return part(name, header + "\r\n", value.getBytes(StandardCharsets.UTF_8));
    }

    private UploadForm part(String disposition, String headers, byte[] content) {
        body.writeBytes("--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n%s\r\n"
                .formatted(BOUNDARY, disposition, headers)
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(content);
        body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public static String contentType() {
        return "multipart/form-data; boundary=" + BOUNDARY;
    }

    private byte[] bytes() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(body.toByteArray());
        whole.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return whole.toByteArray();
    }

    public BodyPublisher publisher() {
        return BodyPublishers.ofByteArray(bytes());
    }

    /** Returns a body whose length is not said. */
    public BodyPublisher chunked() {
        byte[] bytes = bytes();
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
    }
}
