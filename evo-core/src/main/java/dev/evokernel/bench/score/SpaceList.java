package dev.evokernel.bench.score;

import dev.evokernel.kernel.FileProblem;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.kernel.Printable;
import dev.evokernel.replay.RecordedResults;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.store.JsonProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which recordings to score on, by what names.
 *
 * @param entries in the order of the scores
 */
public record SpaceList(List<Entry> entries) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * One recording.
   *
   * @param tags groups that it belongs to
   */
  public record Entry(String name, Path file, List<String> tags) {
    /** A part of a name is one folder's name, and no way out of the folder above. */
    private static final Pattern NAME =
        Pattern.compile("(?!\\.{1,2}(/|$))[^/\\p{Cc}]+(/(?!\\.{1,2}(/|$))[^/\\p{Cc}]+)*");

    /**
     * @throws IllegalArgumentException if the name would lead out of a folder
     */
    public Entry {
      tags = List.copyOf(tags);
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "'%s' cannot be the name of a space, since a folder is named so"
                .formatted(Printable.line(name)));
      }
    }
  }

  public SpaceList {
    entries = List.copyOf(entries);
  }

  /** Recordings without a list: each has its file's name. */
  public static SpaceList ofFiles(List<Path> files) {
    return new SpaceList(
        files.stream()
            .map(file -> new Entry(RecordedResults.stem(file), file, List.of()))
            .toList());
  }

  /**
   * Reads {@code {"<name>": {"path": "<file>", "tags": ["kernel:gemm", …]}, …}}; a path instead of
   * the object will do. Relative paths start at the list's own folder.
   *
   * @throws InvalidFileException if it is not there or anything in it is wrong
   */
  public static SpaceList read(Path file) {
    var entries = new ArrayList<Entry>();
    json(file)
        .forEach(
            (key, value) -> {
              String name = String.valueOf(key);
              Object path = value instanceof Map<?, ?> entry ? entry.get("path") : value;
              if (!(path instanceof String text)) {
                throw problem(file, "'" + name + "' has no 'path'", "Name its recording there.");
              }
              Object tags = value instanceof Map<?, ?> entry ? entry.get("tags") : null;
              try {
                entries.add(
                    new Entry(
                        name,
                        file.toAbsolutePath().resolveSibling(text).normalize(),
                        tags instanceof List<?> list
                            ? list.stream().map(String::valueOf).toList()
                            : List.of()));
              } catch (IllegalArgumentException e) {
                String advice = "Write a name like gemm/A100, and the path of a file.";
                throw problem(file, String.valueOf(e.getMessage()), advice);
              }
            });
    if (entries.isEmpty()) {
      throw problem(file, "it names no space", "Add {\"name\": {\"path\": \"file\"}}.");
    }
    return new SpaceList(entries);
  }

  /**
   * Those of these names, in the list's order; all when none is named.
   *
   * @throws IllegalArgumentException if there is no such space
   */
  public SpaceList only(List<String> names) {
    for (String name : names) {
      if (entries.stream().noneMatch(entry -> entry.name().equals(name))) {
        throw new IllegalArgumentException(
            "The list has no space '%s', only %s."
                .formatted(name, entries.stream().map(Entry::name).toList()));
      }
    }
    return names.isEmpty()
        ? this
        : new SpaceList(entries.stream().filter(entry -> names.contains(entry.name())).toList());
  }

  /** Reads all recordings. */
  public List<RecordedSpace> load(Cores cores) throws InterruptedException {
    var tasks = new ArrayList<Callable<RecordedSpace>>();
    for (Entry entry : entries) {
      tasks.add(
          () -> RecordedSpace.of(entry.name(), entry.tags(), RecordingReader.read(entry.file())));
    }
    return cores.all(tasks);
  }

  private static Map<?, ?> json(Path file) {
    try {
      return JSON.readValue(Files.readString(file), Map.class);
    } catch (IOException e) {
      throw problem(file, "it cannot be read: " + e.getMessage(), "Check the path.");
    } catch (JacksonException e) {
      throw problem(file, "this is no JSON object: " + JsonProblem.of(e), "Mend the list.");
    }
  }

  private static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }
}
