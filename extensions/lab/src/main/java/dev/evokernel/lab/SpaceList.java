package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.replay.RecordedResults;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.store.JsonProblem;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Recordings to score on, with their names.
 *
 * @param entries in the order of the scores
 */
record SpaceList(List<Entry> entries) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Recording with its name. */
  public record Entry(String name, Path file, List<String> tags) {
    /** Relative path of folders that does not leave the folder above. */
    private static final Pattern NAME =
        Pattern.compile("(?!\\.{1,2}(/|$))[^/\\p{Cc}]+(/(?!\\.{1,2}(/|$))[^/\\p{Cc}]+)*");

    /**
     * @throws IllegalArgumentException if the name leads out of its folder
     */
    public Entry {
      tags = List.copyOf(tags);
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "'%s' is not a valid name of a space: folders are named after spaces"
                .formatted(Printable.line(name)));
      }
    }
  }

  public SpaceList {
    entries = List.copyOf(entries);
  }

  public static SpaceList ofFiles(List<Path> files) {
    return new SpaceList(
        files.stream()
            .map(file -> new Entry(RecordedResults.stem(file), file, List.of()))
            .toList());
  }

  /**
   * Reads {@code {"<name>": {"path": "<file>", "tags": ["kernel:gemm", …]}, …}}; a path may stand
   * instead of the object. Relative paths are relative to the list's folder.
   *
   * @throws InvalidFileException if the file is missing or invalid
   */
  public static SpaceList read(Path file) {
    var entries = new ArrayList<Entry>();
    json(file)
        .forEach(
            (key, value) -> {
              String name = String.valueOf(key);
              Object path = value instanceof Map<?, ?> entry ? entry.get("path") : value;
              if (!(path instanceof String text)) {
                throw problem(file, "'" + name + "' has no 'path'", "Add the path of a recording.");
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
                String advice = "Use a name like gemm/A100, and the path of a file.";
                throw problem(file, String.valueOf(e.getMessage()), advice);
              }
            });
    if (entries.isEmpty()) {
      throw problem(file, "the list is empty", "Add {\"name\": {\"path\": \"file\"}}.");
    }
    return new SpaceList(entries);
  }

  /**
   * Entries with the given names, in the list's order; all if no name is given.
   *
   * @throws IllegalArgumentException if a name is unknown
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
      throw problem(file, "cannot be read: " + e.getMessage(), "Check the path.");
    } catch (JacksonException e) {
      throw problem(file, "not a JSON object: " + JsonProblem.of(e), "Correct the list.");
    }
  }

  private static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }
}
