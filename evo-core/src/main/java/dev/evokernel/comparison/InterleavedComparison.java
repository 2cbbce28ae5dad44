package dev.evokernel.comparison;

import module java.base;

import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.text.Launcher;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.Finalist;
import org.jspecify.annotations.Nullable;

/**
 * Interleaved comparison of variants, each with its own kernel. The variants are compiled once and
 * measured in any number of rounds, each in a fresh device process, because every process has a
 * bias.
 *
 * <p>Inputs, reference and tolerances come from the first variant's kernel; the others must agree.
 */
public final class InterleavedComparison implements ComparisonRound {

  private final ComparisonSetup setup;
  private final List<ComparedVariant> variants;
  private final List<Compilation> compilations;
  private final PreparedReference reference;

  private InterleavedComparison(
      ComparisonSetup setup,
      List<ComparedVariant> variants,
      List<Compilation> compilations,
      PreparedReference reference) {
    this.setup = setup;
    this.variants = variants;
    this.compilations = compilations;
    this.reference = reference;
  }

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

  /**
   * Compiles configurations of a run's kernel, for the run's device and with its verification.
   *
   * @param place the folder with the run's binaries
   */
  public static InterleavedComparison of(
      RunSpec spec, Path place, List<Configuration> configurations) throws InterruptedException {
    var setup =
        new ComparisonSetup(
            spec.backend(),
            spec.device(),
            spec.shapes(),
            place.resolve("cache"),
            spec.launch(LaunchSpec.ofThisJvm(place.resolve("logs"))),
            spec.evaluation().verification().inputSets(),
            spec.evaluation().timeouts().compile(),
            spec.evaluation().timeouts().evaluation(),
            spec.search().settings().seed());
    return of(
        setup,
        configurations.stream()
            .map(wanted -> new ComparedVariant(wanted.toString(), spec.kernel(), wanted))
            .toList());
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

  public List<ComparedVariant> variants() {
    return variants;
  }

  /** Whether two variants have equal binaries. */
  public boolean isSameBinary(int position, int other) {
    return compilations.get(position) instanceof Compilation.Compiled(Binary first)
        && compilations.get(other) instanceof Compilation.Compiled(Binary second)
        && first.digest().equals(second.digest());
  }

  /** Comparison of some of the variants, in the given order. */
  public InterleavedComparison between(Integer... positions) {
    return new InterleavedComparison(
        setup,
        Stream.of(positions).map(variants::get).toList(),
        Stream.of(positions).map(compilations::get).toList(),
        reference);
  }

  /** Comparison on some of the shapes. */
  public InterleavedComparison on(List<Shape> some) {
    return new InterleavedComparison(setup.on(some), variants, compilations, reference);
  }

  /**
   * Measures all variants interleaved in one fresh process; a variant that does not compile is
   * rejected.
   *
   * @return one outcome for each variant, in order
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
