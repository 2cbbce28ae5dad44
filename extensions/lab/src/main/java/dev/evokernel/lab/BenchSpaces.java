package dev.evokernel.lab;

import module java.base;

import dev.evokernel.cli.Bounds;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

final class BenchSpaces {

  @Parameters(
      paramLabel = "SPACES",
      arity = "0..*",
      description =
          "Recordings (.json or .json.gz, cache files of Kernel Tuner or T4 files). With"
              + " --spaces-file: names in it (default: all).")
  private List<String> spaces = new ArrayList<>();

  @Option(
      names = "--spaces-file",
      paramLabel = "FILE",
      description =
          "A JSON list of recordings with their names and tags:"
              + " {\"gemm/A100\": {\"path\": \"gemm-A100.json.gz\", \"tags\": [\"kernel:gemm\"]}}.")
  private @Nullable Path spacesFile;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Concurrent runs; the results do not depend on it (default: number of cores).")
  private @Nullable Integer threads;

  Cores cores() {
    return Bounds.valid(
        () -> new Cores(threads == null ? Runtime.getRuntime().availableProcessors() : threads));
  }

  List<RecordedSpace> load() throws InterruptedException {
    SpaceList list = list();
    var names = new HashSet<String>();
    for (SpaceList.Entry entry : list.entries()) {
      if (!names.add(entry.name())) {
        throw new BadInputException(
            "Two recordings are named '%s'. Give them different names with --spaces-file."
                .formatted(entry.name()));
      }
    }
    return list.load(cores());
  }

  private SpaceList list() {
    if (spacesFile == null) {
      if (spaces.isEmpty()) {
        throw new BadInputException(
            "No recorded space was given. Name recordings, or a list of them with --spaces-file.");
      }
      return SpaceList.ofFiles(spaces.stream().map(Path::of).toList());
    }
    SpaceList all = SpaceList.read(spacesFile);
    return Bounds.valid(() -> all.only(spaces));
  }
}
