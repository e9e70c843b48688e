package io.cistern.api.audio;

import io.cistern.api.problem.ExpectedKindException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.HandlerInterceptor;
import tools.jackson.core.Base64Variant;
import tools.jackson.core.Base64Variant.PaddingReadBehaviour;
import tools.jackson.core.Base64Variants;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/**
 * A recording in JSON, which goes to disk while it is parsed and so never is in memory as a whole. The request owns it:
 * it is closed with the request at the latest, whatever is found to be wrong behind it.
 */
final class JsonUpload implements HandlerInterceptor {

    private static final String ATTRIBUTE = JsonUpload.class.getName();

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (request.getAttribute(ATTRIBUTE) instanceof Upload upload) {
            upload.close();
        }
    }

    /** Reads base64 piece by piece. */
    static final class Deserializer extends ValueDeserializer<Upload> {

        private static final Base64Variant BASE64 =
                Base64Variants.MIME_NO_LINEFEEDS.withReadPadding(PaddingReadBehaviour.PADDING_ALLOWED);

        @Override
        public Upload deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                throw new ExpectedKindException(parser, Upload.class, "must be a string of base64");
            }
            try {
                return owned(Upload.onDisk(target -> decode(parser, target)));
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        private static void decode(JsonParser parser, OutputStream target) {
            try {
                if (parser.readBinaryValue(BASE64, target) == 0) {
                    throw new ExpectedKindException(parser, Upload.class, "must not be empty", null);
                }
            } catch (UnexpectedEndOfInputException cutOff) {
                throw cutOff;
            } catch (StreamReadException notBase64) {
                throw new ExpectedKindException(parser, Upload.class, "must be base64", null);
            }
        }

        private static Upload owned(Upload upload) {
            RequestContextHolder.currentRequestAttributes()
                    .setAttribute(ATTRIBUTE, upload, RequestAttributes.SCOPE_REQUEST);
            return upload;
        }
    }
}
