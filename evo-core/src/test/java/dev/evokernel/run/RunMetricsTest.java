package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Budget;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.RunDeviceRecord;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunMetricsTest {

  private static final Map<String, String> LABELS =
      Map.of("run", "gemm-1", "kernel", "gemm", "device", "H200");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private static final RunDeviceRecord DEVICE =
      new RunDeviceRecord(
          0, "gpu-1", "cuda:1", "H200", Instant.EPOCH, Optional.empty(), Optional.empty(), "");

  private static String evaluations(String outcome) {
    return "evo_evaluations_total{device=\"H200\",device_id=\"cuda:1\",host=\"gpu-1\",kernel=\"gemm\",outcome=\"%s\",run=\"gemm-1\"} 1.0"
        .formatted(outcome);
  }

  private static HttpResponse<String> get(int port) throws IOException, InterruptedException {
    return answer("GET", port);
  }

  private static HttpResponse<String> answer(String method, int port)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/metrics"))
              .timeout(Duration.ofMinutes(5))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  /** What the server of the JDK would write into a run's line of progress. */
  private static final class Warnings extends Handler {
    private final Queue<String> messages = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord warning) {
      messages.add(warning.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void serve_asked_answersAndLogsNothing(String method) throws IOException, InterruptedException {
    new RunMetrics(registry, LABELS, _ -> Optional.of(DEVICE), new RunListener() {}).queued(7, 2);
    var warnings = new Warnings();
    Logger root = Logger.getLogger("");
    root.addHandler(warnings);
    try (var endpoint = RunMetrics.serve(registry, 0)) {
      HttpResponse<String> answer = answer(method, endpoint.getPort());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
      assertThat(answer.body().isEmpty()).isEqualTo(method.equals("HEAD"));
    } finally {
      root.removeHandler(warnings);
    }
    assertThat(warnings.messages).isEmpty();
  }

  private static String line(String name, String first, String value) {
    return name + "{device=\"H200\",kernel=\"gemm\"," + first + "run=\"gemm-1\"} " + value;
  }

  /** The names in the queries of the dashboard that is shipped. */
  private static Set<String> dashboardMetrics() throws IOException {
    String json = Files.readString(Path.of("../docs/grafana/evo.json"));
    return Pattern.compile("\\bevo_\\w+")
        .matcher(json)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  @Test
  void serve_onAFreePort_servesWhatTheRunDoes() throws IOException, InterruptedException {
    var metrics = new RunMetrics(registry, LABELS, _ -> Optional.of(DEVICE), new RunListener() {});
    try (var endpoint = RunMetrics.serve(registry, 0)) {
      metrics.queued(7, 2);
      metrics.spent(ExampleRun.timeBudget());
      metrics.evaluated(
          Examples.evaluation(Examples.measured(500, 50), 0.5),
          new Progress(
              1, 2, Map.of(), OptionalDouble.of(0.5), Duration.ofSeconds(3), Budget.DEFAULT));
      metrics.evaluated(
          Examples.evaluation(Examples.rejected(Rejection.WRONG_RESULT), 0),
          new Progress(
              1, 2, Map.of(), OptionalDouble.of(0.5), Duration.ofSeconds(3), Budget.DEFAULT));
      HttpResponse<String> page = get(endpoint.getPort());
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
      assertThat(page.body().lines())
          .contains(
              evaluations("measured"),
              evaluations("wrong-result"),
              line("evo_device_busy_ratio", "", "0.9"),
              line("evo_best_time_ratio", "", "0.5"),
              line("evo_best_speedup_ratio", "", "2.0"),
              line("evo_spent_seconds", "", "3.0"),
              line("evo_budget_seconds", "", "180.0"),
              line("evo_measure_seconds_count", "", "2"),
              "# HELP evo_evaluations_total Evaluations of this session that ended, by outcome,"
                  + " host and device",
              "evo_queue_candidates{device=\"H200\",kernel=\"gemm\",run=\"gemm-1\",waiting=\"compiler\"}"
                  + " 7.0",
              "evo_time_seconds_total{activity=\"checking\",device=\"H200\",kernel=\"gemm\",part=\"device\",run=\"gemm-1\"}"
                  + " 40.0");
      assertThat(page.body().lines().filter(line -> line.startsWith("evo_measure_seconds_bucket")))
          .hasSize(9);
      assertThat(dashboardMetrics()).isNotEmpty().allMatch(page.body()::contains);
    }
  }

  @Test
  void serve_ofTwoRuns_servesBothWithTheirLabels() throws IOException, InterruptedException {
    var metrics = new RunMetrics(registry, LABELS, _ -> Optional.of(DEVICE), new RunListener() {});
    var another =
        new RunMetrics(
            registry,
            Map.of("run", "gemm-1-L4", "kernel", "gemm", "device", "L4"),
            _ -> Optional.of(DEVICE),
            new RunListener() {});
    try (var endpoint = RunMetrics.serve(registry, 0)) {
      metrics.queued(7, 2);
      another.queued(5, 1);
      String waiting =
          "evo_queue_candidates{device=\"%s\",kernel=\"gemm\",run=\"%s\",waiting=\"compiler\"} %s";
      assertThat(get(endpoint.getPort()).body().lines())
          .contains(waiting.formatted("H200", "gemm-1", "7.0"))
          .contains(waiting.formatted("L4", "gemm-1-L4", "5.0"));
    }
  }

  @Test
  void serve_onAPortThatIsTaken_saysWhichAndWhatToDo() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> RunMetrics.serve(registry, port))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("Port " + port + " of metrics.prometheus")
          .hasMessageContaining("another port in evo.yaml");
    }
  }

  private static Socket half(int port, String request) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host: evil.example", "Host: localhost.evil.example:80", "Accept: text/plain"})
  void serve_askedUnderAnotherName_refuses(String header) throws IOException {
    String request = "GET /metrics HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n".formatted(header);
    try (var endpoint = RunMetrics.serve(registry, 0);
        Socket socket = half(endpoint.getPort(), request)) {
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 421 ")
          .doesNotContain("evo_");
    }
  }

  @Test
  void serve_withManyHalfRequests_stillAnswers() throws IOException, InterruptedException {
    var halves = new ArrayList<Socket>();
    try (var endpoint = RunMetrics.serve(registry, 0)) {
      for (int i = 0; i < 32; i++) {
        halves.add(half(endpoint.getPort(), "GET /metrics HTTP/1.1\r\nHost: localhost\r\n"));
        halves.add(half(endpoint.getPort(), "GET /met"));
      }
      assertThat(get(endpoint.getPort()).statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : halves) {
        socket.close();
      }
    }
  }
}
