package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.chaos.ChaosPlan.Kill;
import dev.evokernel.fleet.chaos.ChaosPlan.Kind;
import dev.evokernel.fleet.tls.FleetCertificates;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;

/**
 * A run with injected faults. A coordinator and hosts run as separate processes with their own
 * folders and communicate by TLS through a network that can be cut. The recorded result is compared
 * with an undisturbed run of the same random seed.
 *
 * @param folder an empty folder
 * @param news receives a line for each fault
 */
record ChaosRun(ChaosPlan plan, ChaosFolder folder, Consumer<String> news) {

  private static final int DAYS = 2;

  private static final List<String> LOSSES =
      List.of(" was lost: ", " was started again.", " left.");

  /**
   * Runs both runs and compares them.
   *
   * @throws EnvironmentException if the run hangs, or a process exits unexpectedly
   */
  ChaosReport run() throws InterruptedException, IOException {
    long began = System.nanoTime();
    makeCertificates();
    Files.createDirectories(folder.results());
    plan.write(folder.plan());
    var recorded = new RecordedEvaluations();
    int struck;
    int counted;
    try (ChaosFleet fleet = ChaosFleet.start(folder, plan.settings().hosts())) {
      struck = strike(fleet, recorded);
      var _ = fleet.await(Integer.MAX_VALUE);
      counted = fleet.counted();
    }
    RunHistory history = history();
    recorded.saw(history.candidates());
    var comparison = new ChaosComparison(history, plan.settings().evaluations());
    Set<Configuration> quarantined = comparison.quarantined();
    news.accept("%d evaluations recorded; now the run without faults".formatted(counted));
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
    return new ChaosReport(
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

  /** Injects the planned faults and returns their number before the run ended. */
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
            "%d evaluations were counted, but the budget is %d."
                .formatted(counted, plan.settings().evaluations()));
  }

  /**
   * Maximum number of lost attempts: one for each loss of a host, and one per host for each loss of
   * the coordinator.
   */
  private int losses(int struck) {
    long coordinators =
        plan.kills().stream()
            .limit(struck)
            .filter(kill -> kill.kind() == Kind.COORDINATOR_KILLED)
            .count();
    try (Stream<String> said = Files.lines(folder.log(ChaosFolder.COORDINATOR))) {
      long hosts =
          said.filter(line -> LOSSES.stream().anyMatch(line::contains))
              .filter(line -> line.contains("note: "))
              .count();
      return (int) (hosts + coordinators * plan.settings().hosts());
    } catch (IOException e) {
      throw new EnvironmentException("Cannot read the coordinator's log: " + e, e);
    }
  }

  /**
   * Counts from the notes of the hosts. The default is excluded, because every device measures it
   * when it joins.
   *
   * @param begunAgain evaluations of configurations that had been begun before
   * @param finishedAgain evaluations of configurations that had been finished before
   */
  private record EvaluationNotes(int begunAgain, int finishedAgain) {

    static EvaluationNotes of(ChaosFolder folder, int hosts, String theDefault) throws IOException {
      Map<String, Integer> begun = new HashMap<>();
      Map<String, Integer> finished = new HashMap<>();
      for (int i = 0; i < hosts; i++) {
        Path notes = folder.evaluations(ChaosFolder.host(i));
        if (Files.exists(notes)) {
          for (String line : Files.readAllLines(notes)) {
            if (!line.endsWith(theDefault)) {
              (line.startsWith(ChaosDevice.BEGAN) ? begun : finished)
                  .merge(line.substring(line.indexOf(' ') + 1), 1, Integer::sum);
            }
          }
        }
      }
      return new EvaluationNotes(again(begun), again(finished));
    }

    private static int again(Map<String, Integer> times) {
      return times.values().stream().mapToInt(count -> count - 1).sum();
    }
  }
}
