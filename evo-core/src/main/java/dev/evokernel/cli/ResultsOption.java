package dev.evokernel.cli;

import module java.base;

import dev.evokernel.store.ResultStore;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option {@code --results} of commands that read results. */
public final class ResultsOption {

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Results folder (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("results");

  /** The option of a command that has it as a mixin named {@code results}. */
  public static ResultsOption of(CommandSpec spec) {
    return (ResultsOption) Objects.requireNonNull(spec.mixins().get("results")).userObject();
  }

  public Path folder() {
    return folder;
  }

  /**
   * Opens the store for reading.
   *
   * @throws BadInputException if the folder has no results
   */
  public ResultStore open() {
    return ResultStore.openReadOnly(file());
  }

  /**
   * Opens the store for reading and writing.
   *
   * @throws BadInputException if the folder has no results
   */
  public ResultStore openForWriting() {
    return ResultStore.open(file());
  }

  private Path file() {
    Path file = folder.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      throw new BadInputException(
          "No results in " + folder + ". Run evo run first, or name the folder: --results FOLDER");
    }
    return file;
  }

  /** Option that repeats the folder, preceded by a space. */
  public String words() {
    return Launcher.results(folder);
  }
}
