package io.cistern.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UnsupportedEncodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Grafana dashboard asks for what the service tells. */
@EchoServiceTest
class DashboardTests {

    private static final JsonNode DASHBOARD = new JsonMapper()
            .readTree(Path.of("config/grafana/dashboards/cistern.json").toFile());

    /** A metric stands before its labels, its range, or the parenthesis or comma that ends it. */
    private static final Pattern METRIC = Pattern.compile("[a-z]+(?:_[a-z]+)+(?=\\{|\\[|\\)|,|$)");

    /** The labels of a selector or a grouping. */
    private static final Pattern LABELS = Pattern.compile("\\b[a-z_]+(?=\\s*(?:=~|!=|=))|(?<=by \\()[^)]+");

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private RequestMeters meters;

    /** One line of a panel. */
    private record Query(String panel, String expression) {

        /** Groupings name labels, which could pass for metrics. */
        List<String> metrics() {
            return found(METRIC, expression.replaceAll("by \\([^)]*\\)", "by"));
        }

        List<String> labels() {
            return found(LABELS, expression).stream()
                    .flatMap(labels -> Pattern.compile(", *").splitAsStream(labels))
                    .toList();
        }

        private static List<String> found(Pattern pattern, String text) {
            return pattern.matcher(text).results().map(MatchResult::group).toList();
        }
    }

    /** A fixed one would be missing in a Grafana that names its own. */
    @Test
    void theDataSourceIsChosenWhereTheDashboardIsImported() {
        assertThat(DASHBOARD.findValues("datasource"))
                .isNotEmpty()
                .allSatisfy(
                        source -> assertThat(source.at("/uid").stringValue()).isEqualTo("${datasource}"));
        assertThat(DASHBOARD.at("/templating/list/0/type").stringValue()).isEqualTo("datasource");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void everyMetricAndLabelOfTheDashboardIsScraped() throws UnsupportedEncodingException {
        assertThat(mvc.post()
                        .uri("/generate")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"inputs\": \"hello\"}"))
                .hasStatusOk();
        meters.countAudio("echo", 1);
        List<String> samples = scrape();
        Set<String> metrics =
                samples.stream().map(line -> line.split("[{ ]")[0]).collect(Collectors.toSet());

        assertThat(queries()).hasSizeGreaterThan(20).allSatisfy(query -> {
            assertThat(query.metrics()).as(query.panel()).isNotEmpty().isSubsetOf(metrics);
            for (String label : query.labels()) {
                assertThat(samples)
                        .as("%s: %s of %s", query.panel(), label, query.metrics())
                        .anyMatch(
                                line -> line.startsWith(query.metrics().get(0) + "{") && line.contains(label + "=\""));
            }
        });
    }

    @Test
    void panelsHaveDistinctIdsAndPlaces() {
        List<JsonNode> panels = DASHBOARD.path("panels").valueStream().toList();

        assertThat(panels).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
        assertThat(panels).extracting(panel -> panel.path("gridPos").toString()).doesNotHaveDuplicates();
    }

    private List<String> scrape() throws UnsupportedEncodingException {
        return mvc.get()
                .uri("/actuator/prometheus")
                .exchange()
                .getResponse()
                .getContentAsString()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private static List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : DASHBOARD.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new Query(
                        panel.path("title").asString(), target.path("expr").asString()));
            }
        }
        return queries;
    }
}
