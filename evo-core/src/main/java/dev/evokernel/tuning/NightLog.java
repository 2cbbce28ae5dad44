package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.text.AtomicFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Progress of a night in a file that is complete at any instant, so that a night continues after a
 * kill.
 */
public record NightLog(List<Entry> jobs) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /**
   * Progress of one job.
   *
   * @param job the job's name, by which a changed night is noticed
   * @param failure why the job failed in the last session; empty without a failure
   */
  public record Entry(String job, @Nullable String run, String failure, boolean done) {}

  public NightLog {
    jobs = List.copyOf(jobs);
  }

  private static final String FOLDER = "nights";

  private static final String ENDING = ".json";

  static Path file(Path results, String night) {
    return results.resolve(FOLDER).resolve(night + ENDING);
  }

  /** Logs of all nights in a results folder by name, without unreadable files. */
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
        return logs; // Shows what was readable.
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

  /** Returns whether every job is done, with or without failure. */
  public boolean isDone() {
    return jobs.stream().allMatch(Entry::done);
  }

  static NightLog begun(List<String> names) {
    return new NightLog(names.stream().map(job -> new Entry(job, null, "", false)).toList());
  }

  /**
   * Reads the log of an earlier session; begins a new log if there is none or its jobs differ.
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
          file
              + " is damaged. Delete it to start the night from the beginning; its runs are kept.");
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
