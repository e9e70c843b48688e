package io.cistern.api.connection;

import io.cistern.api.problem.InvalidRequestException;
import io.cistern.api.problem.Violations;
import jakarta.servlet.http.HttpServletRequest;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The time in which a client wants its answer: seconds, or a duration in ISO 8601, in a header of the request. */
public final class RequestTimeout {

    /** The name of the header. */
    public static final String HEADER = "X-Request-Timeout";

    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private RequestTimeout() {}

    /**
     * Returns the time that a request asks for, or null if it asks for none.
     *
     * @throws InvalidRequestException if it cannot be read
     */
    public static @Nullable Duration of(HttpServletRequest request) {
        List<String> values = Collections.list(request.getHeaders(HEADER));
        if (values.isEmpty()) {
            return null;
        }
        new Violations()
                .requireOnce(HEADER, values.get(values.size() - 1), values.size())
                .raise();
        return parsed(values.get(0).strip());
    }

    private static Duration parsed(String value) {
        try {
            return value.startsWith("P") ? Duration.parse(value) : seconds(value);
        } catch (DateTimeException | ArithmeticException | NumberFormatException ex) {
            throw new InvalidRequestException(
                    HEADER, value, "must be seconds, such as 2.5, or a duration, such as PT2M");
        }
    }

    private static Duration seconds(String value) {
        if (!value.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            throw new NumberFormatException(value);
        }
        return Duration.ofNanos(new BigDecimal(value).multiply(NANOS).longValueExact());
    }
}
