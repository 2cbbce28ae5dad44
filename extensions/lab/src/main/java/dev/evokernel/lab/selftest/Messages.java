package dev.evokernel.lab.selftest;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.store.record.Candidate;

/** Formats messages of the store in one line. */
final class Messages {

  private Messages() {}

  static String of(Candidate candidate) {
    return switch (candidate.evaluation().orElseThrow().outcome()) {
      case Outcome.Measured _ -> "";
      case Outcome.Rejected(var _, String _, String message) -> line(message);
    };
  }

  static String line(String message) {
    return message.strip().replaceAll("\\s+", " ");
  }
}
