package dev.evokernel.backend.file;

import module java.base;

/** Tool that reads a device's counters while it runs a candidate, and interprets them. */
public interface Profiler {

  /**
   * Candidate to profile.
   *
   * @param entries the function of each launch as the tool names it; other launches of the process
   *     are not profiled
   * @param command the command of a process that launches the candidate once and ends, with status
   *     0 unless the launch failed
   * @param scratch an empty folder
   */
  record Subject(List<String> entries, List<String> command, Path scratch) {
    public Subject {
      entries = List.copyOf(entries);
      command = List.copyOf(command);
    }
  }

  /** Value of a counter. */
  record Metric(double value, String unit) {}

  /**
   * Bottleneck of the candidate.
   *
   * @param share upper bound of its share of the time, from 0 to 1; findings overlap and do not add
   *     up
   * @param rule how the share follows from the numbers
   * @param metrics the names of the numbers
   */
  record Finding(String name, double share, String message, String rule, List<String> metrics) {
    public Finding {
      metrics = List.copyOf(metrics);
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "The share of finding '" + name + "' must be from 0 to 1, was " + share + ".");
      }
    }
  }

  /**
   * Profile of one launch.
   *
   * @param overview the most important numbers by name
   * @param findings the most expensive first
   */
  record Profile(
      SequencedMap<String, String> overview,
      List<Finding> findings,
      SequencedMap<String, Metric> metrics) {
    public Profile {
      overview = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(overview));
      findings = List.copyOf(findings);
      metrics = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(metrics));
    }
  }

  String name();

  /** Settings of the tool that influence the numbers. */
  String settings();

  /**
   * Profiles one launch.
   *
   * @throws EnvironmentException if the tool does not work or is not permitted, or the launch fails
   */
  Profile profile(Subject subject, Duration limit);
}
