package dev.evokernel.comparison;

import module java.base;

import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.text.Launcher;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.protocol.Finalist;
import org.jspecify.annotations.Nullable;

/**
 * Interleaved comparison of variants, each with its own kernel. The variants are compiled once and
 * measured in any number of rounds, each in a fresh device process, because every process has a
 * bias.
 *
 * <p>Inputs, reference and tolerances come from the first variant's kernel; the others must agree.
 */
public record InterleavedComparison(
    ComparisonSetup setup,
    List<ComparedVariant> variants,
    List<Compilation> compilations,
    PreparedReference reference)
    implements SequentialComparison.Round {

  /**
   * Compiles all variants.
   *
   * @throws EnvironmentException if their kernels solve different problems, or the machine fails
   */
  public static InterleavedComparison of(ComparisonSetup setup, List<ComparedVariant> variants)
      throws InterruptedException {
    ComparedVariant first = variants.getFirst();
    var kernels = new LinkedHashMap<Path, List<Integer>>();
    for (int i = 0; i < variants.size(); i++) {
      ComparedVariant variant = variants.get(i);
      if (!variant.kernel().file().equals(first.kernel().file())) {
        ProblemAgreement.difference(first.kernel(), variant.kernel(), setup.shapeNames())
            .ifPresent(difference -> refuse(first, variant, difference));
      }
      kernels.computeIfAbsent(variant.kernel().file(), _ -> new ArrayList<>()).add(i);
    }
    @Nullable Compilation[] compilations = new @Nullable Compilation[variants.size()];
    var reference = new ConcurrentHashMap<Path, PreparedReference>();
    var compiling = new ArrayList<Callable<Boolean>>();
    for (Map.Entry<Path, List<Integer>> kernel : kernels.entrySet()) {
      String name = "compile-" + (compiling.size() + 1);
      compiling.add(
          () -> {
            try (CompileWorker worker = setup.compiler(kernel.getKey(), name)) {
              if (kernel.getKey().equals(first.kernel().file())) {
                reference.put(kernel.getKey(), worker.reference());
              }
              for (int i : kernel.getValue()) {
                ComparedVariant variant = variants.get(i);
                compilations[i] = worker.compile(variant.configuration(), variant.macros());
              }
              return true;
            }
          });
    }
    Concurrently.all(compiling);
    return new InterleavedComparison(
        setup,
        List.copyOf(variants),
        Arrays.stream(compilations).map(Objects::requireNonNull).toList(),
        Objects.requireNonNull(reference.get(first.kernel().file())));
  }

  private static void refuse(ComparedVariant first, ComparedVariant other, String difference) {
    throw new EnvironmentException(
        ("%s and %s cannot be compared: %s (%s, %s). They compute different results."
                + " Start a new record: %s")
            .formatted(
                first.name(),
                other.name(),
                difference,
                first.kernel().file(),
                other.kernel().file(),
                Launcher.command("run --kernel " + Launcher.path(other.kernel().folder()))));
  }

  public boolean isSameBinary(int position, int other) {
    return compilations.get(position) instanceof Compilation.Compiled(Binary first)
        && compilations.get(other) instanceof Compilation.Compiled(Binary second)
        && first.digest().equals(second.digest());
  }

  public InterleavedComparison between(Integer... positions) {
    return new InterleavedComparison(
        setup,
        Stream.of(positions).map(variants::get).toList(),
        Stream.of(positions).map(compilations::get).toList(),
        reference);
  }

  public InterleavedComparison on(List<Shape> some) {
    return new InterleavedComparison(setup.on(some), variants, compilations, reference);
  }

  /**
   * Measures all variants interleaved in one fresh process; a variant that does not compile is
   * rejected.
   */
  @Override
  public List<Outcome> hold(FinalsSettings settings) throws InterruptedException {
    try (DeviceWorker device = process()) {
      return holdIn(device, settings);
    }
  }

  /** Starts a device process for {@link #holdIn}. */
  public DeviceWorker process() throws InterruptedException {
    return setup.process(home().file(), reference);
  }

  /** Measures as {@link #hold}, in a process that may have measured before. */
  public List<Outcome> holdIn(DeviceWorker device, FinalsSettings settings)
      throws InterruptedException {
    @Nullable Outcome[] outcomes = new @Nullable Outcome[variants.size()];
    var compiled = new LinkedHashMap<Integer, Finalist>();
    for (int i = 0; i < variants.size(); i++) {
      ComparedVariant variant = variants.get(i);
      switch (compilations.get(i)) {
        case Compilation.Compiled(Binary binary) ->
            compiled.put(i, new Finalist(variant.configuration(), binary, own(variant)));
        case Compilation.Failed(String log, boolean timedOut) ->
            outcomes[i] =
                new Rejected(timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", log);
      }
    }
    List<Outcome> held = device.finals(List.copyOf(compiled.values()), settings);
    List<Integer> positions = List.copyOf(compiled.keySet());
    IntStream.range(0, held.size()).forEach(i -> outcomes[positions.get(i)] = held.get(i));
    return Arrays.stream(outcomes).map(Objects::requireNonNull).toList();
  }

  private Optional<Path> own(ComparedVariant variant) {
    Path file = variant.kernel().file();
    return Optional.of(file).filter(own -> !own.equals(home().file()));
  }

  private Kernel home() {
    return variants.getFirst().kernel();
  }
}
