package dev.evokernel.tuning.session;

import dev.evokernel.report.text.AtomicFile;
import dev.evokernel.tuning.device.BadInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How far a night came, in a file that is complete at any instant, so that it goes on after a kill.
 *
 * @param jobs in the order of the night
 */
public record NightLog(List<Entry> jobs) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /**
   * One job.
   *
   * @param job its name, by which a changed night is noticed
   * @param run its id, once it has one
   * @param failure why it failed last; empty if it did not
   * @param done whether its run is finished
   */
  public record Entry(String job, @Nullable String run, String failure, boolean done) {}

  public NightLog {
    jobs = List.copyOf(jobs);
  }

  /** The folder of a results folder that has the nights' files. */
  private static final String FOLDER = "nights";

  private static final String ENDING = ".json";

  /** Where a night of this name keeps it. */
  static Path file(Path results, String night) {
    return results.resolve(FOLDER).resolve(night + ENDING);
  }

  /** Of the nights in a results folder by name, without those that cannot be read. */
  public static SortedMap<String, NightLog> all(Path results) {
    var logs = new TreeMap<String, NightLog>();
    Path folder = results.resolve(FOLDER);
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ENDING)) {
        for (Path file : files) {
          String name = String.valueOf(file.getFileName());
          parsed(file).ifPresent(log -> logs.put(name.replace(ENDING, ""), log));
        }
      } catch (IOException | DirectoryIteratorException e) {
        return logs; // What can be read is shown.
      }
    }
    return logs;
  }

  private static Optional<NightLog> parsed(Path file) {
    try {
      return Optional.of(JSON.readValue(Files.readString(file), NightLog.class));
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether every job is done, with or without failure. */
  public boolean isDone() {
    return jobs.stream().allMatch(Entry::done);
  }

  static NightLog begun(List<String> names) {
    return new NightLog(names.stream().map(one -> new Entry(one, null, "", false)).toList());
  }

  /**
   * What an earlier session left; a new one where there is none, or its jobs were others.
   *
   * @throws BadInputException if the file is damaged
   */
  static NightLog read(Path file, List<String> names) {
    if (!Files.exists(file)) {
      return begun(names);
    }
    try {
      NightLog log = JSON.readValue(Files.readString(file), NightLog.class);
      return log.jobs().stream().map(Entry::job).toList().equals(names) ? log : begun(names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new BadInputException(
          file + " is damaged. Delete it to begin the night anew; its runs stay.");
    }
  }

  NightLog with(int index, Entry entry) {
    var changed = new ArrayList<>(jobs);
    changed.set(index, entry);
    return new NightLog(changed);
  }

  void write(Path file) {
    AtomicFile.write(file, JSON.writeValueAsString(this) + "\n");
  }
}
