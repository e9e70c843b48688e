package io.cistern.api.problem;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers what fails outside of the controllers, where the container dispatches to its error page. A body that could not
 * be read ends here too: the container lets nobody else answer then.
 */
@Hidden
@RestController
class ErrorPageController implements ErrorController {

    private final ProblemRenderer renderer = new ProblemRenderer();

    @RequestMapping("${spring.web.error.path:/error}")
    ResponseEntity<Object> error(HttpServletRequest request) {
        return renderer.render(problem(request), request);
    }

    private static Problem problem(HttpServletRequest request) {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        ProblemType type = ProblemType.of(status instanceof Integer code ? code : 404);
        Problem known = new Problem(type, type == ProblemType.MALFORMED_REQUEST ? Problems.UNREADABLE : type.title());
        return request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure
                ? Problems.cutOff(failure).orElse(known)
                : known;
    }
}
