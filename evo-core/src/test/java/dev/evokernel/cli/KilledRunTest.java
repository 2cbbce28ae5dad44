package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Device;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.schedule.Saxpy;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Seed;
import dev.evokernel.search.Trial;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that is killed again and again. {@code -Devo.kills=N} kills it N times, {@code
 * -Devo.kills.seed=N} at other instants.
 */
@Timeout(600)
final class KilledRunTest {

  private static final int KILLS = Integer.getInteger("evo.kills", 3);
  private static final long SEED = Long.getLong("evo.kills.seed", 1);
  private static final int EVALUATIONS = 24;

  /** As the workspace's job says. */
  private static final SearchSettings SEARCH =
      new SearchSettings(8, 7, SearchSettings.DEFAULT.inFlight());

  @TempDir Path folder;

  @Test
  void resume_afterKillsAtRandomInstants_losesAndRepeatsNothing()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    var random = new SplittableRandom(SEED);
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: " + EVALUATIONS + "}\n");
    List<Candidate> before = List.of();
    for (int kill = 0; kill < KILLS; kill++) {
      try (ChildEvo child = sitting(workspace, before)) {
        int more = random.nextInt(EVALUATIONS / KILLS);
        long enough = finished(before).size() + 1L + more;
        child.until(() -> workspace.finished() >= enough);
        if (child.endsWithin(Duration.ofMillis(random.nextInt(250)))) {
          assertThat(child.await()).as("%s", child.err()).isZero();
        }
        child.kill();
      }
      List<Candidate> after = workspace.history().candidates();
      assertThat(after).containsAll(finished(before));
      before = after;
    }
    try (ChildEvo child = sitting(workspace, before)) {
      assertThat(child.await()).as("%s", child.err()).isZero();
    }
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.candidates()).containsAll(finished(before));
    assertThat(history.candidates()).hasSize(EVALUATIONS);
    assertThat(configurations(history)).doesNotHaveDuplicates();
    assertThat(proposals(history)).isEqualTo(configurations(history));
  }

  private static ChildEvo sitting(Workspace workspace, List<Candidate> before) throws IOException {
    return before.isEmpty()
        ? ChildEvo.start(workspace, "run")
        : ChildEvo.start(workspace, "run", "--resume", "latest");
  }

  private static List<Candidate> finished(List<Candidate> candidates) {
    return candidates.stream().filter(candidate -> candidate.evaluation().isPresent()).toList();
  }

  /** By number. */
  private static List<Configuration> configurations(RunHistory history) {
    return history.candidates().stream().map(Candidate::configuration).toList();
  }

  /** What a search that was never broken off proposes, given the same answers. */
  private static List<Configuration> proposals(RunHistory history) {
    Kernel kernel = Saxpy.read();
    Map<Configuration, Candidate> answers =
        history.candidates().stream()
            .collect(Collectors.toMap(Candidate::configuration, Function.identity()));
    var proposed = new ArrayList<Configuration>();
    Backend cpu = Backend.named("cpu");
    try (Device device = cpu.open(cpu.devices().getFirst())) {
      var search =
          new Search(
              SearchSpace.of(kernel, kernel.shapes(), device.limits()),
              SEARCH,
              List.of(new Seed(kernel.incumbent(), "incumbent")));
      search.run(
          proposal -> {
            Configuration configuration = proposal.configuration();
            Optional<Trial> known =
                Optional.ofNullable(answers.get(configuration))
                    .flatMap(Candidate::evaluation)
                    .map(evaluation -> new Trial(configuration, evaluation.objective()));
            known.ifPresent(_ -> proposed.add(configuration));
            return () -> known;
          });
    }
    return proposed;
  }
}
