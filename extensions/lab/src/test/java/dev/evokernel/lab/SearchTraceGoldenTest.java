package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The search proposes what it proposed when its traces were recorded, to the digit: two recorded
 * spaces, random seed 42, two runs each.
 *
 * <p>A search that was changed on purpose has other traces, which are recorded by
 *
 * <pre>
 * mvn -pl evo-core -am test -Dtest=SearchTraceGoldenTest -Dsurefire.failIfNoSpecifiedTests=false -Devo.recordGolden=true
 * </pre>
 *
 * <p>and {@code expected-scores.json} with them, as {@link SearchScoreIT} says.
 */
final class SearchTraceGoldenTest {

  private static final Path GOLDEN =
      Path.of("../extensions/lab/src/test/resources/dev/evokernel/lab/golden/full");
  private static final int RUNS = 2;
  private static final long SEED = 42;

  @TempDir private Path folder;

  @Test
  void search_onTheRecordedSpaces_leavesTheTracesOfBefore()
      throws IOException, InterruptedException {
    String name = Strategies.names().getFirst();
    var runs =
        new RepeatedRuns(RUNS, 1, SEED, new Cores(Runtime.getRuntime().availableProcessors()));
    for (RecordedSpace space : TestSpaces.load()) {
      List<Trace> traces = runs.hold(Strategies.named(name, 1), space);
      new Trace.TraceFiles(folder).write(name, space, traces);
      for (int run = 0; run < RUNS; run++) {
        Path trace = Path.of(space.name(), "%03d.jsonl".formatted(run));
        String found = Files.readString(folder.resolve(name).resolve(trace));
        Path golden = GOLDEN.resolve(trace + ".gz");
        if (Golden.isRecording()) {
          write(golden, found);
        }
        assertThat(found.lines()).as(trace.toString()).containsExactlyElementsOf(lines(golden));
      }
    }
  }

  private static List<String> lines(Path golden) throws IOException {
    try (InputStream packed = new GZIPInputStream(Files.newInputStream(golden))) {
      return new String(packed.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static void write(Path golden, String trace) throws IOException {
    Files.createDirectories(golden.getParent());
    try (var packed = new GZIPOutputStream(Files.newOutputStream(golden))) {
      packed.write(trace.getBytes(StandardCharsets.UTF_8));
    }
  }
}
