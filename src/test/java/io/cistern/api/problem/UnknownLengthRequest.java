package io.cistern.api.problem;

import org.springframework.mock.web.MockHttpServletRequest;

/** A request whose body comes in chunks, so that its length is not declared. */
final class UnknownLengthRequest extends MockHttpServletRequest {

    UnknownLengthRequest(MockHttpServletRequest request, byte[] body) {
        super(request.getServletContext(), request.getMethod(), request.getRequestURI());
        setContentType(request.getContentType());
        setContent(body);
    }

    @Override
    public int getContentLength() {
        return -1;
    }

    @Override
    public long getContentLengthLong() {
        return -1;
    }
}
