package io.cistern.api.problem;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.tomcat.util.http.fileupload.impl.FileCountLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.FileSizeLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.SizeException;

/** Explains which bound of a form the container found exceeded; some it tells apart in its messages only. */
final class MultipartProblems {

    private static final String UPLOAD_SIZE = "cistern.audio.max-upload-size";
    private static final String PART_COUNT = "server.tomcat.max-part-count";
    private static final String TEXTS = "server.tomcat.max-http-form-post-size";
    private static final String PART_HEADERS = "server.tomcat.max-part-header-size";

    private MultipartProblems() {}

    static Optional<Problem> explain(Stream<Throwable> causes) {
        return causes.map(MultipartProblems::explain).flatMap(Optional::stream).findFirst();
    }

    private static Optional<Problem> explain(Throwable cause) {
        if (cause instanceof FileCountLimitExceededException count) {
            return Optional.of(tooLarge("the form has more than %d parts (%s)", count.getLimit(), PART_COUNT));
        }
        if (cause instanceof FileSizeLimitExceededException file) {
            return Optional.of(
                    tooLarge("the recording is larger than %d bytes (%s)", file.getPermittedSize(), UPLOAD_SIZE));
        }
        if (cause instanceof IllegalStateException
                && String.valueOf(cause.getMessage()).contains("maxPostSize")) {
            return Optional.of(new Problem(
                            ProblemType.PAYLOAD_TOO_LARGE,
                            "the texts of the form together are larger than %s allows".formatted(TEXTS))
                    .withFacts(Map.of("setting", TEXTS)));
        }
        return cause instanceof SizeException size ? Optional.of(tooLarge(size)) : Optional.empty();
    }

    /** The container tells long headers of a part from a long form in its message only. */
    private static Problem tooLarge(SizeException size) {
        return String.valueOf(size.getMessage()).startsWith("Header section")
                ? tooLarge("the headers of a part have more than %d bytes (%s)", size.getPermittedSize(), PART_HEADERS)
                : tooLarge(
                        "the form is larger than %d bytes, which is 1 MiB more than a recording may have (%s)",
                        size.getPermittedSize(), UPLOAD_SIZE);
    }

    private static Problem tooLarge(String detail, long limit, String setting) {
        return new Problem(ProblemType.PAYLOAD_TOO_LARGE, detail.formatted(limit, setting))
                .withFacts(Map.of("limit", limit, "setting", setting));
    }
}
