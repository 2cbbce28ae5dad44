package dev.evokernel.imports;

import module java.base;

import dev.evokernel.mutation.MutatedFiles;
import dev.evokernel.space.EmptySpaceException;
import dev.evokernel.space.IntractableSpaceException;
import org.junit.jupiter.api.Test;

/** Mutations of a T1 file. */
final class MutatedT1Test extends MutatedFiles {

  private static final String T1 =
      """
      {"General": {"BenchmarkName": "stencil"},
      "ConfigurationSpace": {"TuningParameters": [
      {"Name": "block", "Type": "int", "Values": "[1, 2, 4] + list(range(8, 33, 8))", "Default": 1},
      {"Name": "tile", "Type": "int", "Values": "[2**i for i in range(4) if i != 2]"},
      {"Name": "share", "Type": "bool", "Values": "[True, False]"},
      {"Name": "order", "Type": "string", "Values": "['row', 'column']"},
      {"Name": "scale", "Type": "float", "Values": [0.5, 1]}],
      "Conditions": [
      {"Expression": "8 <= block * tile <= 64 and block % tile == 0", "Parameters": ["block", "tile"]},
      "order == 'row' or tile in (1, 8) if share else block // tile > 1"]},
      "KernelSpecification": {"Language": "CUDA", "KernelName": "work", "KernelFile": "work.cu",
      "ProblemSize": [640, "2 * 24"], "LocalSize": {"X": "block"}, "GridDivX": ["tile", "block"],
      "Arguments": [{"Name": "out", "Type": "float", "Size": "ProblemSize[0] * max(tile)",
      "AccessType": "WriteOnly"}, {"Name": "n", "Type": "int32", "FillValue": "ProblemSize[1]"}]}}
      """;

  @Test
  void read_mutatedFiles_acceptsOrRefusesThem() throws IOException {
    Files.writeString(folder.resolve("work.cu"), "__global__ void work(float *out, int n) {}\n");
    Path file = Files.writeString(folder.resolve("problem.json"), T1);
    try (var python = new PythonReader("python3")) {
      attemptAll(file, MUTATIONS, mutated -> read(python, mutated));
    }
  }

  /** An empty space, or one that is too entangled, is no mistake of the reader. */
  private static void read(PythonReader python, Path file) {
    try {
      var _ = T1Import.read(python, T1Node.of(file), ImportOptions.NONE);
    } catch (EmptySpaceException | IntractableSpaceException _) {
      // The command prints their message.
    }
  }
}
