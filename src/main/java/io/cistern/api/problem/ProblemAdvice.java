package io.cistern.api.problem;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Answers with the problem that an exception is; before Spring's own advice, which knows fewer fields. */
@Order(Ordered.HIGHEST_PRECEDENCE)
@RestControllerAdvice
class ProblemAdvice {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    /** The status that nginx logs for a client that left; only logs and metrics see it. */
    private static final int CLIENT_CLOSED_REQUEST = 499;

    private final ProblemRenderer renderer = new ProblemRenderer();

    /** The client is gone: there is nobody to answer, and nothing failed here. */
    @ExceptionHandler
    ResponseEntity<Void> gone(ClientGoneException failure) {
        return ResponseEntity.status(CLIENT_CLOSED_REQUEST).build();
    }

    /** As above, found out while the answer was written. */
    @ExceptionHandler
    void gone(AsyncRequestNotUsableException failure) {
        log.debug("the client left before it was answered", failure);
    }

    @ExceptionHandler
    ResponseEntity<Object> failed(Exception failure, HttpServletRequest request) {
        if (Problems.isBrokenOff(failure)) {
            log.debug("the client left while it sent its body", failure);
            return ResponseEntity.status(CLIENT_CLOSED_REQUEST).build();
        }
        return renderer.render(failure, request);
    }
}
