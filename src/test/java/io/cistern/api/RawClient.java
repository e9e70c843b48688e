package io.cistern.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sees every byte and can leave at any time. */
public final class RawClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;

    public RawClient(int port) throws IOException {
        socket = new Socket("localhost", port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
    }

    RawClient post(String path, String json) throws IOException {
        return send(
                "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(path, json.length(), json));
    }

    RawClient postChunked(String path, String json) throws IOException {
        return send(
                "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
                        .formatted(path, json.length(), json));
    }

    public RawClient send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Sends more, and returns whether the server has not closed the connection yet. */
    public boolean takes(String bytes) {
        try {
            send(bytes);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    /** Reads to the end of a text, which it returns with all that came before; or to the end of the connection. */
    public String readTo(String end) throws IOException {
        StringBuilder read = new StringBuilder();
        InputStream input = socket.getInputStream();
        while (read.indexOf(end) < 0) {
            int next = input.read();
            if (next < 0) {
                return read.toString();
            }
            read.append((char) next);
        }
        return read.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
