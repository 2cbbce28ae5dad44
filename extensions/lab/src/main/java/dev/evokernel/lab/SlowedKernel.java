package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.run.KernelSnapshot;

/**
 * A copy of a kernel that takes longer: each thread of the entry point continues for a share of the
 * time it took. The source is changed, not the measured numbers.
 *
 * <p>A variable at the beginning of the entry point's body reads the clock, and reads it again on
 * every exit from the function: by a destructor in CUDA, by the {@code cleanup} attribute of gcc
 * and clang in C.
 */
public final class SlowedKernel {

  private SlowedKernel() {}

  /**
   * Writes the copy.
   *
   * @param share of the time by which the copy is slower, for example 0.03
   * @throws EnvironmentException if no source defines the entry point in a recognised form
   */
  public static Kernel of(Kernel kernel, double share, Path place) {
    Kernel copy = KernelReader.read(KernelSnapshot.take(kernel, place), kernel.backend());
    String entries =
        copy.source().entries().stream()
            .map(entry -> entry.replaceFirst("<.*", "").strip())
            .collect(Collectors.joining("|"));
    Pattern definition =
        Pattern.compile("\\b(?:" + entries + ")\\s*\\((?:[^(){};]|\\([^()]*\\))*\\)\\s*\\{");
    boolean cuda = kernel.backend().equals("cuda");
    String preamble =
        ShippedText.of(SlowedKernel.class, cuda ? "slowed.cuda.h" : "slowed.cpu.h")
            .replace("SLOWED_SHARE", String.format(Locale.ROOT, "%.6f", share));
    String first =
        cuda
            ? " EvoSlowed evo_slowed_;"
            : " long long evo_began __attribute__((cleanup(evo_slowed))) = EVO_CLOCK();";
    boolean found = false;
    for (Path file : sources(copy)) {
      found |= slow(file, definition, preamble, first);
    }
    if (!found) {
      throw new EnvironmentException(
          "No source of kernel '%s' defines '%s(…) {', so the kernel cannot be slowed. Sources: %s."
              .formatted(kernel.name(), entries, copy.source().files()));
    }
    return KernelReader.read(copy.folder(), kernel.backend());
  }

  private static boolean slow(Path file, Pattern definition, String preamble, String first) {
    try {
      String text = Files.readString(file);
      Matcher matcher = definition.matcher(text);
      if (!matcher.find()) {
        return false;
      }
      Files.writeString(
          file,
          preamble + matcher.replaceAll(found -> Matcher.quoteReplacement(found.group() + first)));
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Translation units, and the files in the same folders that they may include. */
  private static List<Path> sources(Kernel copy) {
    Path folders = Objects.requireNonNull(copy.folder().getParent());
    try (Stream<Path> walk = Files.walk(folders)) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> file.toString().matches(".*\\.(c|cc|cpp|cu|cuh|h|hpp)"))
          .filter(file -> !copy.reference().files().contains(file))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
