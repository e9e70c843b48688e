package io.cistern.api.audio;

import io.cistern.api.problem.NearestName;
import io.cistern.api.problem.Violations;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a form, each read once by its name. What is wrong with them is collected; a field that nobody asked for is
 * wrong too. An empty text counts as absent. Of what a part says of itself only the charset of a text counts.
 */
final class FormFields {

    /** Bytes of a text. */
    static final int LONGEST_TEXT = 1 << 14;

    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?([^\\s\";]+)");

    private enum Flag {
        TRUE,
        FALSE
    }

    private final String fileName;
    private final List<Part> files = new ArrayList<>();
    private final Map<String, List<String>> texts = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();
    private final Violations violations = new Violations();

    private FormFields(String fileName) {
        this.fileName = fileName;
    }

    /**
     * Reads the texts of a form.
     *
     * @param fileName name of the one field that is a file
     */
    static FormFields of(Collection<Part> parts, String fileName) throws IOException {
        FormFields fields = new FormFields(fileName);
        for (Part part : parts) {
            if (part.getName().equals(fileName)) {
                fields.files.add(part);
            } else {
                fields.addText(part);
            }
        }
        return fields;
    }

    /** Returns the file, or null after noting that there is none, or more than one. */
    @Nullable
    Part file() {
        known.add(fileName);
        require(!files.isEmpty(), fileName, null, "is required: the recording");
        violations.requireOnce(fileName, null, files.size());
        return files.size() == 1 ? files.get(0) : null;
    }

    private void addText(Part part) throws IOException {
        try (InputStream body = part.getInputStream()) {
            byte[] bytes = body.readNBytes(LONGEST_TEXT + 1);
            violations.require(
                    bytes.length <= LONGEST_TEXT,
                    part.getName(),
                    null,
                    "must have at most %d bytes".formatted(LONGEST_TEXT));
            if (bytes.length > 0) {
                addText(part, bytes);
            }
        }
    }

    /** Reads a text in the charset that its part names, in UTF-8 if it names none. */
    private void addText(Part part, byte[] bytes) {
        String charset = charset(part);
        try {
            CharBuffer text = Charset.forName(charset).newDecoder().decode(ByteBuffer.wrap(bytes));
            texts.computeIfAbsent(part.getName(), name -> new ArrayList<>()).add(text.toString());
        } catch (CharacterCodingException ex) {
            violations.require(false, part.getName(), null, "is not text in " + charset);
        } catch (IllegalArgumentException ex) {
            violations.require(
                    false, part.getName(), null, "has the charset %s, which is not known".formatted(charset));
        }
    }

    private static String charset(Part part) {
        Matcher charset = CHARSET.matcher(Objects.requireNonNullElse(part.getContentType(), ""));
        return charset.find() ? charset.group(1) : StandardCharsets.UTF_8.name();
    }

    /** Returns a text, or null if it is not given. */
    @Nullable
    String text(String name) {
        List<String> values = texts(name);
        violations.requireOnce(name, null, values.size());
        return values.isEmpty() ? null : values.get(0);
    }

    /** Returns all texts of a field that may be given several times; the brackets behind such a name may be missing. */
    List<String> texts(String name) {
        known.add(name);
        return spellings(name)
                .flatMap(spelling -> texts.getOrDefault(spelling, List.of()).stream())
                .toList();
    }

    private static Stream<String> spellings(String name) {
        return name.endsWith("[]") ? Stream.of(name, name.substring(0, name.length() - 2)) : Stream.of(name);
    }

    boolean flag(String name, boolean absent) {
        return choice(name, absent ? Flag.TRUE : Flag.FALSE) == Flag.TRUE;
    }

    /** Returns the constant whose name in lower case is given. */
    <E extends Enum<E>> E choice(String name, E absent) {
        Map<String, E> choices = new LinkedHashMap<>();
        EnumSet.allOf(absent.getDeclaringClass())
                .forEach(constant -> choices.put(constant.name().toLowerCase(Locale.ROOT), constant));
        return choice(name, choices, absent);
    }

    /** Returns what a word stands for. */
    <T> T choice(String name, Map<String, T> choices, T absent) {
        String value = text(name);
        if (value == null) {
            return absent;
        }
        T chosen = choices.get(value);
        require(chosen != null, name, value, "must be one of " + String.join(", ", choices.keySet()));
        return chosen == null ? absent : chosen;
    }

    double number(String name, double absent, double least, double most) {
        String value = text(name);
        if (value == null) {
            return absent;
        }
        boolean readable = value.matches("-?\\d{1,9}(\\.\\d{1,18})?([eE]-?\\d{1,3})?");
        double number = readable ? Double.parseDouble(value) : Double.NaN;
        // Written so that NaN fails.
        boolean within = number >= least && number <= most;
        require(within, name, value, "must be a number from %s to %s".formatted(plain(least), plain(most)));
        return within ? number : absent;
    }

    long integer(String name, long absent, long least, long most) {
        String value = text(name);
        if (value == null) {
            return absent;
        }
        long number = value.matches("-?\\d{1,18}") ? Long.parseLong(value) : Long.MIN_VALUE;
        boolean within = number >= least && number <= most;
        require(within, name, value, "must be an integer from %d to %d".formatted(least, most));
        return within ? number : absent;
    }

    /** Refuses fields of other services, whose effect would be missed. */
    void refuse(String reason, String... names) {
        for (String name : names) {
            known.add(name);
            spellings(name).forEach(spelling -> require(!texts.containsKey(spelling), spelling, null, reason));
        }
    }

    void require(boolean holds, String name, @Nullable Object value, String bound) {
        violations.require(holds, name, value, bound);
    }

    void requireTemperature(String name, double value) {
        violations.requireTemperature(name, value);
    }

    void requireBeams(String name, int beams, double temperature) {
        violations.requireBeams(name, beams, temperature);
    }

    /**
     * Ends the reading.
     *
     * @throws io.cistern.api.problem.InvalidRequestException if anything is wrong
     */
    void raise() {
        texts.keySet().stream()
                .filter(name -> !known.contains(name) && !known.contains(name + "[]"))
                .forEach(name -> require(false, name, null, "is not known" + suggestion(name)));
        violations.raise();
    }

    private String suggestion(String name) {
        return NearestName.of(name, known)
                .map("; did you mean %s?"::formatted)
                .orElse("; known are " + String.join(", ", known));
    }

    private static String plain(double bound) {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }
}
