package dev.evokernel.tuning.study;

import module java.base;

import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.file.ToolRun;

/** Optional software for the baselines of the shipped kernels. */
final class BaselineNeeds {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Finds the package without importing it, since an import takes seconds. */
  private static final String LOOK_FOR_TORCH =
      "from importlib import metadata\nprint(metadata.version('torch'))";

  private BaselineNeeds() {}

  static List<Requirement> list() {
    var needs = new ArrayList<Requirement>();
    Requirement python =
        asked(
            "python3",
            List.of("python3", "--version"),
            "Most baselines are Python scripts. Maybe install it: apt-get install python3");
    needs.add(python);
    if (python.present()) {
      needs.add(
          asked(
              "torch",
              List.of("python3", "-c", LOOK_FOR_TORCH),
              "Needed by the GPU baselines: PyTorch's attention and cuBLAS. Maybe install it: pip"
                  + " install torch"));
    }
    return needs;
  }

  private static Requirement asked(String name, List<String> command, String remedy) {
    try {
      ToolRun run = ToolRun.of(command, LIMIT);
      if (run.succeeded()) {
        return new Requirement(name, true, false, run.lastLines(1), "");
      }
    } catch (IOException e) {
      // Reported below.
    }
    return new Requirement(name, false, false, "missing; its baselines are skipped", remedy);
  }
}
