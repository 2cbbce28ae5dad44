package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fleet.StandInHost.Forgery;
import dev.evokernel.run.RunListener;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker that does what no worker does, or a line without a worker, beside an honest host: one
 * message, and the result of a run without it.
 */
final class ForgedWorkerIT {

  private static final int EVALUATIONS = 24;
  private static final Duration LOST = Duration.ofSeconds(5);

  @TempDir Path folder;

  /** Time of an evaluation on the honest host. */
  private int millis = 100;

  private final List<String> news = new CopyOnWriteArrayList<>();

  private static FleetSection.LaunchLine line(String launch) {
    return new FleetSection.LaunchLine(launch, 1, LOST);
  }

  /** Holds a run on an honest host and other lines, and compares it with one without them. */
  private RunHistory run(Optional<Duration> timeouts, String... others)
      throws IOException, InterruptedException {
    var lines = new ArrayList<>(List.of(line(StandInHost.line("honest", Forgery.NONE, millis))));
    Stream.of(others).map(ForgedWorkerIT::line).forEach(lines::add);
    var run = new LaunchedRun(folder.resolve("run"), EVALUATIONS, lines.size(), timeouts);
    var alone = new LaunchedRun(folder.resolve("alone"), EVALUATIONS, lines.size(), timeouts);
    try (ResultStore store = ResultStore.inMemory(run.folder());
        ResultStore reference = ResultStore.inMemory(alone.folder())) {
      RunHistory history = run.on(lines, store, news::add, new RunListener() {});
      var comparison = new RunComparison(history, EVALUATIONS);
      assertThat(comparison.quarantined()).as("%s", news).isEmpty();
      assertThat(
              comparison.difference(alone.alone(reference, Set.of()), others.length * EVALUATIONS))
          .as("%s", news)
          .isEmpty();
      return RunComparison.detached(history);
    }
  }

  /** Lines of news with a problem; a host that joins is none. */
  private List<String> problems() {
    return news.stream()
        .filter(line -> line.startsWith("note: ") && !line.contains("no host left"))
        .toList();
  }

  /** All of them beside one honest host, so that each candidate meets several. */
  @Test
  void workers_thatBreakTheProtocol_areNamedOnceAndNotStartedAgain()
      throws IOException, InterruptedException {
    var expected = new EnumMap<Forgery, String>(Forgery.class);
    expected.put(
        Forgery.OTHER_VERSION,
        "cannot take part. The worker runs evo 0.1.0 (protocol 1.1), but this coordinator evo");
    expected.put(Forgery.NO_MESSAGE, "sent what no evo sends: Could not resolve type id 'Exec'");
    expected.put(
        Forgery.GARBAGE, "sent the text 'Segmentation fault in a library that prints to standard");
    expected.put(Forgery.TOO_LARGE, "sent a message of 2147483647 + 0 bytes, more than 16777216");
    expected.put(Forgery.OTHER_PROCESS, "sent a message of process 4711, which was never started.");
    expected.put(Forgery.OTHER_SHAPE, "an answer that does not fit: measurements on other shapes");
    expected.put(Forgery.OTHER_ANSWER, "an answer that does not fit: The worker's reply does not");
    expected.put(
        Forgery.ANSWERS_TWICE, "sent an answer "); // Before the next question, or to another one.
    expected.put(Forgery.WRONG_DIGEST, "Not a SHA-256 in hexadecimal: '../../etc/passwd'.");
    expected.put(Forgery.FOREIGN_FILE, "asked for a file that is not of its run.");
    expected.put(Forgery.SECOND_GREETING, "greeted twice.");
    expected.put(Forgery.FLOOD, "sent "); // Too many messages, or one before the next question.
    var _ =
        run(
            Optional.empty(),
            expected.keySet().stream()
                .map(forgery -> StandInHost.line("forged-" + forgery, forgery, 100))
                .toArray(String[]::new));

    assertThat(problems()).hasSameSizeAs(expected.keySet());
    expected.forEach(
        (forgery, message) ->
            assertThat(problems())
                .filteredOn(line -> line.contains("forged-" + forgery))
                .singleElement()
                .asString()
                .contains(message, "not started again"));
  }

  /** Messages without end extend no limit but the supervisor's. */
  @Tag("full")
  @Test
  void worker_thatRestsForever_isLostAtTheLimitOfAnEvaluation()
      throws IOException, InterruptedException {
    millis = 800; // So that the run outlasts the limit.
    var _ =
        run(
            Optional.of(Duration.ofSeconds(2)),
            StandInHost.line("forged", Forgery.ENDLESS_REST, 100));

    assertThat(problems())
        .singleElement()
        .asString()
        .containsPattern("Host 'forged' was lost: an evaluation did not end within \\d+ s.")
        .contains("not started again");
  }

  @Tag("full")
  @Test
  void worker_thatFallsSilent_isLostAfterTheSilence() throws IOException, InterruptedException {
    millis = 800; // So that the run outlasts the silence.
    var _ = run(Optional.empty(), StandInHost.line("forged", Forgery.SILENCE, 100));

    assertThat(problems())
        .as("%s", news)
        .isNotEmpty()
        .allMatch(line -> line.contains("Host 'forged' was lost: it was silent for 5 s."));
  }

  @Tag("full")
  @Test
  void lines_withoutAWorker_areNamedWithTheirLastWords() throws IOException, InterruptedException {
    var _ =
        run(
            Optional.empty(),
            "no-such-launcher gpu-2",
            "exit 3",
            "echo 'Permission denied (publickey).' >&2; exit 255",
            "cat /proc/version; sleep 1000");

    assertThat(problems())
        .anyMatch(
            line ->
                line.contains(
                    "ended with status 127. Its last words: bash: line 1: no-such-launcher: command not found."))
        .anyMatch(
            line -> line.contains("'exit 3' ended with status 3. It is started again in 1 s."))
        .anyMatch(
            line ->
                line.contains(
                    "ended with status 255. Its last words: Permission denied (publickey)."));
    assertThat(problems()).hasSizeLessThanOrEqualTo(3);
  }

  /** A shell may greet before the worker does. */
  @Test
  void worker_behindABanner_takesPart() throws IOException, InterruptedException {
    var _ =
        run(
            Optional.empty(),
            "printf 'Welcome to gpu-2\\n* 3 updates\\007\\n\\n'; echo 'motd' >&2; "
                + StandInHost.line("second", Forgery.NONE, 100));

    assertThat(news).anyMatch(line -> line.startsWith("Host 'second' joined with"));
    assertThat(problems()).isEmpty();
  }
}
