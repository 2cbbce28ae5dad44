package dev.evokernel.bench.chaos;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.bench.study.SimulatedRun;
import dev.evokernel.fleet.FleetCertificates;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A run that is struck by a plan: starts a coordinator and hosts as processes with folders of their
 * own, which speak TLS through a network that can be cut, strikes them, and compares what is on
 * record with a run of the same random seed that is not struck.
 */
public final class ChaosRun {

  private static final int DAYS = 2;

  /** What the coordinator says of a host that was lost, whatever the reason. */
  private static final List<String> LOSSES =
      List.of(" was lost: ", " was started again.", " left.");

  private final ChaosPlan plan;
  private final ChaosFolder folder;
  private final ChaosCommand command;
  private final Consumer<String> news;

  /**
   * @param folder an empty one
   * @param news takes a line on each stroke
   */
  public ChaosRun(ChaosPlan plan, Path folder, ChaosCommand command, Consumer<String> news) {
    this.plan = plan;
    this.folder = new ChaosFolder(folder);
    this.command = command;
    this.news = news;
  }

  /**
   * Does it all.
   *
   * @throws EnvironmentException if the run hangs, or one of its processes ends by itself
   */
  public ChaosResult run() throws InterruptedException, IOException {
    long began = System.nanoTime();
    makeCertificates();
    Files.createDirectories(folder.results());
    plan.write(folder.plan());
    var recorded = new RecordedEvaluations();
    int struck;
    int counted;
    try (ChaosFleet fleet = ChaosFleet.start(folder, plan.settings().hosts(), command)) {
      struck = strike(fleet, recorded);
      var _ = fleet.await(Integer.MAX_VALUE);
      counted = fleet.counted();
    }
    RunHistory history = history();
    recorded.saw(history.candidates());
    var comparison = new ChaosComparison(history, plan.settings().evaluations());
    Set<Configuration> quarantined = comparison.quarantined();
    news.accept("%d evaluations on record; the same without strokes".formatted(counted));
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    RunHistory other = ChaosReference.run(folder, plan.settings(), quarantined);
    Optional<String> difference =
        recorded
            .problem()
            .or(() -> countedTwice(counted))
            .or(() -> comparison.difference(other, losses(struck)));
    EvaluationNotes notes =
        EvaluationNotes.of(
            folder,
            plan.settings().hosts(),
            history.run().subject().defaultConfiguration().fingerprint());
    return new ChaosResult(
        plan,
        struck,
        history.candidates().size(),
        quarantined.size(),
        notes.begunAgain(),
        notes.finishedAgain(),
        recorded.lost(),
        difference,
        took);
  }

  private void makeCertificates() throws InterruptedException, IOException {
    Files.createDirectories(folder.path());
    var certificates = new FleetCertificates(folder.certificates(), DAYS, InstantSource.system());
    certificates.makeAuthority();
    certificates.makeCoordinator(List.of("127.0.0.1", "localhost"));
    for (int i = 0; i < plan.settings().hosts(); i++) {
      certificates.makeWorker(ChaosFolder.host(i));
    }
  }

  /** How many strokes there were before the run ended. */
  private int strike(ChaosFleet fleet, RecordedEvaluations recorded) throws InterruptedException {
    for (int i = 0; i < plan.kills().size(); i++) {
      Kill kill = plan.kills().get(i);
      if (!fleet.await(kill.at())) {
        return i;
      }
      Thread.sleep(kill.afterMillis());
      news.accept("%d. %s, %s".formatted(i + 1, kill, fleet.strike(kill)));
      recorded.look(folder.database());
    }
    return plan.kills().size();
  }

  private RunHistory history() {
    try (ResultStore store = ResultStore.openReadOnly(folder.database())) {
      return ChaosComparison.detached(store.history(SimulatedRun.ID));
    }
  }

  private Optional<String> countedTwice(int counted) {
    return counted <= plan.settings().evaluations()
        ? Optional.empty()
        : Optional.of(
            "%d evaluations were counted, and %d were to be made."
                .formatted(counted, plan.settings().evaluations()));
  }

  /** Every host had one evaluation in hand when it was lost, or when its coordinator was. */
  private int losses(int struck) {
    long coordinators =
        plan.kills().stream()
            .limit(struck)
            .filter(kill -> kill.kind() == KillKind.COORDINATOR_KILLED)
            .count();
    try (Stream<String> said = Files.lines(folder.log(ChaosFolder.COORDINATOR))) {
      long hosts =
          said.filter(line -> LOSSES.stream().anyMatch(line::contains))
              .filter(line -> line.contains("note: "))
              .count();
      return (int) (hosts + coordinators * plan.settings().hosts());
    } catch (IOException e) {
      throw new EnvironmentException("The log of the coordinator cannot be read: " + e, e);
    }
  }
}
