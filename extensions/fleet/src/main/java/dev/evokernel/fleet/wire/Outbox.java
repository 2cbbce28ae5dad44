package dev.evokernel.fleet.wire;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import tools.jackson.core.JacksonException;

/**
 * Finished evaluations of a worker that no coordinator has on record yet, one file each.
 *
 * @param folder created with the first evaluation
 */
public record Outbox(Path folder) {

  /**
   * Keeps an evaluation until it is settled.
   *
   * @throws EnvironmentException if the file cannot be written
   */
  public void put(ToCoordinator.KeptEvaluation evaluation) {
    Path file = file(evaluation.id());
    try {
      Files.createDirectories(folder);
      Path draft = file.resolveSibling(file.getFileName() + ".draft");
      Files.write(draft, FleetCodec.JSON.writeValueAsBytes(evaluation));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Kept evaluations. Damaged files and files of another version are deleted. */
  public List<ToCoordinator.KeptEvaluation> all() {
    var all = new ArrayList<ToCoordinator.KeptEvaluation>();
    for (Path file : files()) {
      try {
        all.add(
            FleetCodec.JSON.readValue(
                Files.readAllBytes(file), ToCoordinator.KeptEvaluation.class));
      } catch (IOException | JacksonException e) {
        delete(file);
      }
    }
    return all;
  }

  public void settle(String id) {
    delete(file(id));
  }

  /** Settles all evaluations of a run. */
  public void settleRun(String run) {
    all().stream().filter(kept -> kept.run().equals(run)).forEach(kept -> settle(kept.id()));
  }

  private Path file(String id) {
    return folder.resolve(
        Sha256.of(id.getBytes(StandardCharsets.UTF_8)).substring(0, 32) + ".json");
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private EnvironmentException failure(IOException e) {
    return new EnvironmentException(
        "The outbox %s failed: %s. Check the folder's permissions and the disk."
            .formatted(folder, e),
        e);
  }
}
