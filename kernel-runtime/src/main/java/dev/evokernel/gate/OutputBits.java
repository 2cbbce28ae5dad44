package dev.evokernel.gate;

import module java.base;

import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Correctness;
import dev.evokernel.outcome.OutputComparison;

/** Digests of outputs without this process's key, which are equal in every process. */
record OutputBits(Correctness correctness) {

  private static final int DIGITS = 16;

  /** Digest of an output of the last launch; empty if equal launches may differ. */
  String of(Workspace workspace, Argument.Buffer output, OutputComparison compared) {
    return correctness.repeatsBits()
        ? HexFormat.of().toHexDigits(workspace.bits(output, compared.elements()))
        : "";
  }

  /** The worse comparison of each output on two input sets, with the digest for both. */
  static List<OutputComparison> worse(List<OutputComparison> some, List<OutputComparison> others) {
    var worse = new ArrayList<OutputComparison>();
    for (int i = 0; i < some.size(); i++) {
      OutputComparison one = some.get(i);
      OutputComparison other = others.get(i);
      worse.add(
          (one.excess() >= other.excess() ? one : other)
              .withBits(joined(one.bits() + other.bits())));
    }
    return worse;
  }

  private static String joined(String digests) {
    return digests.isEmpty() ? "" : new Sha256().add(digests).hex().substring(0, DIGITS);
  }

  /** Comparisons with the digests of other comparisons of the same outputs. */
  static List<OutputComparison> as(List<OutputComparison> some, List<OutputComparison> others) {
    return IntStream.range(0, some.size())
        .mapToObj(i -> some.get(i).withBits(others.get(i).bits()))
        .toList();
  }

  static String difference(List<OutputComparison> accuracy) {
    return String.format(
        Locale.ROOT,
        "The outputs differ from the default's, within tolerance: the largest error is %.2g of the"
            + " tolerance. The kernel has 'numerics: {bits: default}'.",
        accuracy.stream().mapToDouble(OutputComparison::excess).max().orElse(0));
  }
}
