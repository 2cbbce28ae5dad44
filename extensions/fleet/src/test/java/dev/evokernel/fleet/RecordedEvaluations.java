package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;

/** Evaluations seen in the database of a fault-injection run; none of them may change. */
final class RecordedEvaluations {

  private final Map<Integer, Evaluation> seen = new HashMap<>();
  private final Set<Integer> lost = new HashSet<>();

  /** Reads the database, also while the run writes to it. */
  void look(Path database) {
    if (Files.exists(database)) {
      try (ResultStore store = ResultStore.openReadOnly(database)) {
        if (store.has(SimulatedRun.ID)) {
          saw(store.candidates(SimulatedRun.ID));
        }
      }
    }
  }

  void saw(List<Candidate> candidates) {
    var present = new HashMap<Integer, Evaluation>();
    for (Candidate candidate : candidates) {
      candidate.evaluation().ifPresent(evaluation -> present.put(candidate.number(), evaluation));
    }
    seen.forEach(
        (number, before) -> {
          if (!before.equals(present.get(number))) {
            lost.add(number);
          }
        });
    seen.putAll(present);
  }

  /** Number of evaluations that later were missing or different. */
  int lost() {
    return lost.size();
  }

  /** Description of the first lost evaluation. */
  Optional<String> problem() {
    return lost.stream()
        .min(Integer::compare)
        .map(
            number ->
                "The evaluation of candidate %d was recorded and later was missing or different."
                    .formatted(number));
  }
}
