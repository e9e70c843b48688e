package io.cistern.api.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import com.sun.management.ThreadMXBean;
import io.cistern.audio.EncodedAudio;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class JsonUploadTests {

    private static final int MEGABYTE = 1 << 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final JsonMapper mapper = new JsonMapper();
    private final MockHttpServletRequest request = new MockHttpServletRequest();

    @BeforeEach
    void begin() {
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
    }

    @AfterEach
    void end() {
        new JsonUpload().afterCompletion(request, new MockHttpServletResponse(), this, null);
        RequestContextHolder.resetRequestAttributes();
    }

    /** 48 MB arrive while 2 MB may be allocated, all in all. */
    @Test
    void aRecordingIsNeverInMemoryAsAWhole() throws IOException {
        byte[] megabyte = Base64.getEncoder().encode(new byte[MEGABYTE / 4 * 3]);
        read(json(List.of()));
        InputStream body = json(Collections.nCopies(48, megabyte));
        long before = threads.getCurrentThreadAllocatedBytes();
        SpeechRecognitionRequest read = read(body);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2 * MEGABYTE);
        try (EncodedAudio audio = read.inputs().open()) {
            assertThat(audio.size()).isEqualTo(3 + 36 * MEGABYTE);
        }
    }

    @Test
    void theRequestOwnsTheRecordingWhateverFollowsIt() throws IOException {
        Upload upload = read(json(List.of())).inputs();
        upload.open().close();
        end();
        assertThatException().isThrownBy(upload::open);
    }

    private SpeechRecognitionRequest read(InputStream json) throws JacksonException {
        return mapper.readValue(json, SpeechRecognitionRequest.class);
    }

    private static InputStream json(List<byte[]> inputs) {
        List<InputStream> body = new ArrayList<>();
        body.add(text("{\"inputs\":\"AAAA"));
        inputs.forEach(piece -> body.add(new ByteArrayInputStream(piece)));
        body.add(text("\"}"));
        return new SequenceInputStream(Collections.enumeration(body));
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }
}
