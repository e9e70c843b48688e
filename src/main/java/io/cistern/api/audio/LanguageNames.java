package io.cistern.api.audio;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The English names of the languages that Whisper knows, which {@code verbose_json} has in place of codes. */
final class LanguageNames {

    private static final Map<String, String> NAMES = Arrays.stream("""
            af afrikaans; am amharic; ar arabic; as assamese; az azerbaijani; ba bashkir; be belarusian; bg bulgarian;
            bn bengali; bo tibetan; br breton; bs bosnian; ca catalan; cs czech; cy welsh; da danish; de german;
            el greek; en english; es spanish; et estonian; eu basque; fa persian; fi finnish; fo faroese; fr french;
            gl galician; gu gujarati; ha hausa; haw hawaiian; he hebrew; hi hindi; hr croatian; ht haitian creole;
            hu hungarian; hy armenian; id indonesian; is icelandic; it italian; ja japanese; jw javanese; ka georgian;
            kk kazakh; km khmer; kn kannada; ko korean; la latin; lb luxembourgish; ln lingala; lo lao; lt lithuanian;
            lv latvian; mg malagasy; mi maori; mk macedonian; ml malayalam; mn mongolian; mr marathi; ms malay;
            mt maltese; my myanmar; ne nepali; nl dutch; nn nynorsk; no norwegian; oc occitan; pa punjabi; pl polish;
            ps pashto; pt portuguese; ro romanian; ru russian; sa sanskrit; sd sindhi; si sinhala; sk slovak;
            sl slovenian; sn shona; so somali; sq albanian; sr serbian; su sundanese; sv swedish; sw swahili; ta tamil;
            te telugu; tg tajik; th thai; tk turkmen; tl tagalog; tr turkish; tt tatar; uk ukrainian; ur urdu; uz uzbek;
            vi vietnamese; yi yiddish; yo yoruba; yue cantonese; zh chinese""".split(";"))
            .map(String::strip)
            .collect(Collectors.toUnmodifiableMap(
                    entry -> entry.substring(0, entry.indexOf(' ')), entry -> entry.substring(entry.indexOf(' ') + 1)));

    private LanguageNames() {}

    /** Returns the name of a language, or its code where it has none here; unknown where nobody speaks. */
    static String of(@Nullable String code) {
        return code == null ? "unknown" : NAMES.getOrDefault(code, code);
    }
}
