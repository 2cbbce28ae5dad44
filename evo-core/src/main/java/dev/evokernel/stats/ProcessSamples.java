package dev.evokernel.stats;

import module java.base;

import dev.evokernel.outcome.Samples;

/**
 * Samples of one variant on one shape, by device process.
 *
 * @param processes nanoseconds of one launch by the number of the process, from 1; never empty
 */
public record ProcessSamples(NavigableMap<Integer, Samples> processes) {

  public ProcessSamples {
    if (processes.isEmpty()) {
      throw new IllegalArgumentException("A measurement needs samples of at least one process.");
    }
    processes = Collections.unmodifiableNavigableMap(new TreeMap<>(processes));
  }

  /** Creates the samples of one process. */
  public static ProcessSamples of(Samples samples) {
    return new ProcessSamples(new TreeMap<>(Map.of(1, samples)));
  }

  /** Adds the samples of a process. */
  public ProcessSamples with(int process, Samples samples) {
    var more = new TreeMap<>(processes);
    more.put(process, samples);
    return new ProcessSamples(more);
  }

  /** All samples, in the order of the processes. */
  public Samples all() {
    return Samples.joined(processes.values());
  }

  /**
   * Pairs these samples with the base's, for each process that measured both.
   *
   * @throws IllegalArgumentException for no common process
   */
  public List<PairedSamples> against(ProcessSamples base) {
    List<PairedSamples> pairs =
        processes.entrySet().stream()
            .filter(entry -> base.processes.containsKey(entry.getKey()))
            .map(
                entry ->
                    new PairedSamples(
                        Objects.requireNonNull(base.processes.get(entry.getKey())),
                        entry.getValue()))
            .toList();
    if (pairs.isEmpty()) {
      throw new IllegalArgumentException(
          "Processes %s and %s have none in common."
              .formatted(base.processes.keySet(), processes.keySet()));
    }
    return pairs;
  }
}
