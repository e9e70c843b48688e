package io.cistern.api;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Leads a browser from the root, to which clients only post, to the page that describes the API. */
@RestController
@Hidden
@ConditionalOnBooleanProperty(
        name = {"springdoc.api-docs.enabled", "springdoc.swagger-ui.enabled"},
        matchIfMissing = true)
class FrontPageController {

    private final String page;

    FrontPageController(@Value("${springdoc.swagger-ui.path}") String page) {
        this.page = page;
    }

    @GetMapping("/")
    ResponseEntity<Void> page(
            @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "") String accepted, HttpServletRequest request)
            throws HttpRequestMethodNotSupportedException {
        if (!accepted.contains(MediaType.TEXT_HTML_VALUE)) {
            throw new HttpRequestMethodNotSupportedException("GET", List.of("POST"));
        }
        URI location = URI.create(request.getContextPath() + page);
        return ResponseEntity.status(HttpStatus.FOUND).location(location).build();
    }
}
