package dev.evokernel.tuning.study;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.report.study.MicroBestFile;
import dev.evokernel.report.study.MicroFacts;
import dev.evokernel.report.study.MicroLog;
import dev.evokernel.report.text.AtomicFile;
import java.nio.file.Path;

/** Files of one microbenchmark: its log and the best of its ranking. */
final class MicroFiles {

  /** Time between two writes. */
  private static final long INTERVAL_NANOS = 2_000_000_000L;

  private final Path folder;
  private long written = System.nanoTime();

  MicroFiles(Path folder) {
    this.folder = folder;
  }

  Path log() {
    return folder.resolve("micro_log.csv");
  }

  /** Returns whether the last write is old enough for another. */
  boolean isDue() {
    return System.nanoTime() - written > INTERVAL_NANOS;
  }

  /** Writes both files completely, even if an interrupt of this thread closes one of them. */
  void write(MicroFacts facts) {
    boolean stopped = Thread.interrupted();
    try {
      writeBoth(facts);
    } catch (EnvironmentException e) {
      if (!Thread.interrupted()) {
        throw e;
      }
      stopped = true;
      writeBoth(facts);
    } finally {
      if (stopped) {
        Thread.currentThread().interrupt();
      }
    }
    written = System.nanoTime();
  }

  private void writeBoth(MicroFacts facts) {
    if (!facts.ranking().samples().isEmpty()) {
      AtomicFile.write(log(), new MicroLog(facts).csv());
    }
    if (!facts.ranking().ranked().isEmpty()) { // An earlier ranking is better than an empty one.
      AtomicFile.write(folder.resolve("micro_best.json"), new MicroBestFile(facts).json());
    }
  }
}
