package dev.evokernel.cli;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelFile;

/**
 * Training run of {@code ./evo}, once after a build. Writes the texts that the launcher prints
 * without a JVM, and loads the commands' classes for the class archive that the JVM writes at exit.
 * A run on the processor makes the class archive of workers too.
 */
final class StartTraining {

  private static final String RECORDING =
      """
      {"device_name": "none", "kernel_name": "training", "problem_size": [1],
       "tune_params_keys": ["A"], "tune_params": {"A": [1, 2, 3, 4, 5, 6]}, "objective": "time",
       "cache": {
        "1": {"A": 1, "time": 1.0, "times": [1.0, 1.01, 0.99]},
        "2": {"A": 2, "time": 1.2, "times": [1.2, 1.21, 1.19]},
        "3": {"A": 3, "time": 1.5, "times": [1.5, 1.51, 1.49]},
        "4": {"A": 4, "time": 0.5, "times": [0.5, 0.51, 0.49]},
        "5": {"A": 5, "time": 1.7, "times": [1.7, 1.71, 1.69]},
        "6": {"A": 6, "time": "RuntimeFailedConfig"}}}
      """;

  private StartTraining() {}

  /**
   * @param arguments two existing folders: for the texts, and for the files of a short run
   */
  public static void main(String... arguments) throws IOException {
    writeVersion(Path.of(arguments[0]));
    Path folder = Path.of(arguments[1]);
    Path recording = Files.writeString(folder.resolve("training.json"), RECORDING);
    Path job = Files.writeString(folder.resolve("evo.yaml"), "device: replay:" + recording + "\n");
    String results = folder.resolve("results").toString();
    String kernel = ShippedSources.training(folder).toString();
    // Without a GPU the kernel is read for one all the same.
    Backend.ofThisProcess("cuda").devices();
    KernelFile.at(Path.of(kernel)).read("cuda");
    for (List<String> command :
        List.of(
            List.of(
                "run", "--kernel", kernel, "--device", "cpu", "--wall", "4s", "--results", results),
            List.of("run", "--config", job.toString(), "--results", results),
            List.of("leaderboard", "--results", results),
            List.of("show", "--results", results),
            List.of("--help"))) {
      Evo.commandLine(command.getFirst())
          .setOut(new PrintWriter(Writer.nullWriter()))
          .setErr(new PrintWriter(Writer.nullWriter()))
          .execute(command.toArray(String[]::new));
    }
  }

  /** The text that the launcher prints for {@code --version}. */
  private static void writeVersion(Path folder) throws IOException {
    Files.write(folder.resolve("version"), List.of(new Evo.Version().getVersion()));
  }
}
