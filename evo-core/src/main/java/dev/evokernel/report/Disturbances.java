package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.report.text.DeviceText;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.FinalsDecision;

/** Disturbances of a run's measurements: the first thing to mend before the run is repeated. */
public final class Disturbances {

  private Disturbances() {}

  /**
   * Names disturbed processes of the finals, retaken samples and failed drift checks.
   *
   * @return empty for a quiet machine, and for a replay
   */
  public static Optional<String> sentence(Conclusion conclusion) {
    RunHistory history = conclusion.history();
    var causes = new ArrayList<String>();
    if (!RunFacts.isReplayed(history.run())) {
      int disturbed =
          conclusion.served().stream()
              .flatMap(shape -> shape.processes().stream())
              .mapToInt(ConfirmedRatio.Processes::disturbed)
              .max()
              .orElse(0);
      if (disturbed > 0) {
        causes.add(
            "in %d of %d processes of the finals, samples of one program differ by more than a factor of 2"
                .formatted(disturbed, history.finals().orElseThrow().processes()));
      }
      retaken(history).ifPresent(causes::add);
      List<Boolean> sound =
          history.flags().driftChecks().stream().map(check -> check.sound()).toList();
      if (sound.contains(false)) {
        causes.add(
            "the default drifted in %d of %d drift checks"
                .formatted(Collections.frequency(sound, false), sound.size()));
      }
    }
    return causes.isEmpty()
        ? Optional.empty()
        : Optional.of("Noisy machine: " + String.join("; ", causes) + ".");
  }

  /** Number of samples that the search and the finals retook, with the reasons. */
  public static Optional<String> retaken(RunHistory history) {
    Stream<DeviceState> finals =
        history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
            .map(measured -> measured.shape())
            .distinct()
            .map(shape -> FinalsDevice.on(history, shape))
            .filter(state -> state.discarded() > 0);
    return DeviceText.disturbances(Stream.concat(history.disturbed().stream(), finals).toList());
  }
}
