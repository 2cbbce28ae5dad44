package dev.evokernel.backend;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Reads a device's counters while it runs a candidate, and says what they mean. */
public interface Profiler {

  /**
   * Who is profiled.
   *
   * @param entry the function, as the tool sees it; of all that the process launches only this one
   *     is profiled
   * @param rehearsal the command of a process that launches the candidate once and ends; its status
   *     is 0 unless the launch failed
   * @param scratch an empty folder
   */
  record Subject(String entry, List<String> rehearsal, Path scratch) {
    public Subject {
      rehearsal = List.copyOf(rehearsal);
    }
  }

  /**
   * A number that a counter gave.
   *
   * @param unit the tool's own; empty where it has none
   */
  record Metric(double value, String unit) {}

  /**
   * One thing that keeps the candidate from being faster.
   *
   * @param name for example {@code shared-memory bank conflicts}
   * @param share the part of its time that it may cost at the most, from 0 to 1; findings overlap
   *     and do not add up
   * @param message what was seen, with the numbers
   * @param rule how the share follows from them
   * @param metrics the names of those numbers
   */
  record Finding(String name, double share, String message, String rule, List<String> metrics) {
    public Finding {
      metrics = List.copyOf(metrics);
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("'" + name + "' cannot cost " + share + " of the time.");
      }
    }
  }

  /**
   * What one launch looked like.
   *
   * @param overview the numbers that people ask for first, by what they are called
   * @param findings the costliest first
   * @param metrics everything that was read
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

  /** Name and place, for people. */
  String name();

  /** How it was set, as far as that decides what the numbers mean; for people. */
  String settings();

  /**
   * Profiles one launch.
   *
   * @throws EnvironmentException if the tool does not work or is not permitted, or the launch fails
   */
  Profile profile(Subject subject, Duration limit);
}
