package io.cistern.api.audio;

import io.cistern.audio.EncodedAudio;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.serving.AudioInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A recording as it came with a request: a small one in memory, a larger one in a file that is deleted at the end. */
interface Upload extends AudioInput, AutoCloseable {

    /** Bytes that are kept in memory; larger recordings go to disk. */
    int MOST_IN_MEMORY = 1 << 20;

    @Override
    void close();

    /**
     * Reads a whole recording.
     *
     * @throws UndecodableAudioException if there is none
     */
    static Upload read(InputStream body) throws IOException {
        byte[] start = body.readNBytes(MOST_IN_MEMORY);
        if (start.length == 0) {
            throw new UndecodableAudioException("it is empty");
        }
        return start.length < MOST_IN_MEMORY
                ? new InMemory(start)
                : onDisk(target -> {
                    target.write(start);
                    body.transferTo(target);
                });
    }

    /** Keeps a recording of any length in a file, of which nothing is left if it cannot be had whole. */
    static Upload onDisk(Content content) throws IOException {
        OnDisk upload = new OnDisk(Files.createTempFile("cistern-upload-", ".audio"));
        try (OutputStream target = Files.newOutputStream(upload.file)) {
            content.writeTo(target);
            return upload;
        } catch (IOException | RuntimeException ex) {
            upload.close();
            throw ex;
        }
    }

    /** Where the bytes of a recording come from. */
    @FunctionalInterface
    interface Content {

        void writeTo(OutputStream target) throws IOException;
    }

    /** A short recording. */
    record InMemory(byte[] bytes) implements Upload {

        @Override
        public EncodedAudio open() {
            return EncodedAudio.of(bytes);
        }

        @Override
        public void close() {
            // Nothing is held but the array.
        }
    }

    /** A long recording. */
    record OnDisk(Path file) implements Upload {

        private static final Logger log = LoggerFactory.getLogger(OnDisk.class);

        @Override
        public EncodedAudio open() throws IOException {
            return EncodedAudio.open(file);
        }

        @Override
        public void close() {
            try {
                Files.deleteIfExists(file);
            } catch (IOException ex) {
                log.warn("An upload could not be deleted", ex);
            }
        }
    }
}
