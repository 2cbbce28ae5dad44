package dev.evokernel.t1;

import dev.evokernel.mutation.MutatedFiles;
import dev.evokernel.space.binding.EmptySpaceException;
import dev.evokernel.space.binding.IntractableSpaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Mutations of a T1 file. */
final class MutatedSpacesTest extends MutatedFiles {

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
      "order == 'row' or tile in (1, 8) if share else block // tile > 1"]}}
      """;

  @Test
  void read_mutatedSpaces_acceptsOrRefusesThem() throws IOException {
    Path file = Files.writeString(folder.resolve("space.json"), T1);
    attemptAll(file, MUTATIONS, MutatedSpacesTest::space);
  }

  /**
   * That no configuration is valid, or that it cannot be found out, is no mistake of the reader.
   */
  private static void space(Path file) {
    try {
      var _ = new T1Reader(file).read().space();
    } catch (EmptySpaceException | IntractableSpaceException _) {
      // Said in one line too.
    }
  }
}
