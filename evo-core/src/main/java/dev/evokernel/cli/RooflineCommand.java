package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.config.Sizes;
import dev.evokernel.expr.Frame;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.limits.LimitProbe;
import dev.evokernel.report.study.InitialConfigurationsText;
import dev.evokernel.report.study.RooflineReport;
import dev.evokernel.roofline.HardwareSuggestions;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.Quantity;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.Workload;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code evo roofline}. */
@Command(
    name = "roofline",
    mixinStandardHelpOptions = true,
    description =
        "What the device can do, measured once by programs made for nothing else; what that leaves"
            + " for each shape of a kernel, how much of it is reached, and which configurations it"
            + " suggests.")
final class RooflineCommand implements Runnable {

  @Mixin private KernelOptions kernel = new KernelOptions();

  @Option(
      names = "--measure",
      description = "Measures the limits anew, also where they are known for this driver.")
  private boolean measure;

  @Option(
      names = "--copy",
      paramLabel = "SIZE",
      converter = CopySize.class,
      description =
          "What the copy in memory reads and writes, for example 2GiB (default: so much that no"
              + " cache holds it).")
  private @Nullable Long copy;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "Prints the N configurations that the device suggests, for evo.yaml, and measures"
              + " nothing.")
  private @Nullable Integer seeds;

  @Mixin private FormatOption format = new FormatOption();

  @Mixin private ResultsOption results = new ResultsOption();
  @Mixin private DeviceOptions deviceOptions = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Target target = kernel.target(results.folder());
    try {
      PrintWriter out = spec.commandLine().getOut();
      out.print(seeds == null ? report(target) : seeding(target, seeds));
      out.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("Interrupted; no limit was stored.", e);
    }
  }

  private String report(Target target) throws InterruptedException {
    try (ResultStore store = ResultStore.open(results.folder().resolve(ResultStore.FILE_NAME))) {
      Optional<MeasuredLimits> known =
          measure || copy != null
              ? Optional.empty()
              : store.limits(target.devices().backend().name(), target.devices().device());
      MeasuredLimits limits = known.isPresent() ? known.get() : measured(target, store);
      Arithmetic arithmetic = Arithmetic.of(target.kernel());
      Roofline roofline = Roofline.of(limits, arithmetic).orElseThrow();
      var reached = new LimitsReached(store, target, limits.limits());
      var report =
          new RooflineReport(
              target.kernel().name(),
              limits,
              arithmetic,
              roofline,
              target.shapes().stream()
                  .map(shape -> workload(target.kernel(), shape, limits.limits()))
                  .map(workload -> new RooflineReport.Line(workload, reached.on(workload)))
                  .toList(),
              command(target),
              ZoneId.systemDefault());
      return format.choose(report::text, report::json, report::markdown);
    }
  }

  private MeasuredLimits measured(Target target, ResultStore store) throws InterruptedException {
    try (TemporaryFolder scratch = TemporaryFolder.make();
        DeviceLock _ = hold(target)) {
      MeasuredLimits limits =
          probe(target, scratch)
              .measure(copy == null ? OptionalLong.empty() : OptionalLong.of(copy));
      store.measured(limits);
      warnOfCache(limits);
      return limits;
    }
  }

  /** A copy that a cache holds says nothing of memory. */
  private void warnOfCache(MeasuredLimits limits) {
    double bytes = limits.figure(Quantity.MEMORY).orElseThrow().amount();
    long cache =
        Math.max(limits.limits().value(Limit.L2_BYTES), limits.limits().value(Limit.L3_BYTES));
    if (bytes < 2.0 * cache) {
      say(
          spec.commandLine().getErr(),
          "The copy of %s is kept by a cache of %s, so 'memory bandwidth' is the cache's. Measure again with a larger --copy, or without it."
              .formatted(Sizes.text((long) bytes), Sizes.text(cache)));
    }
  }

  private LimitProbe probe(Target target, TemporaryFolder scratch) {
    return new LimitProbe(
        target.devices().backend(),
        target.devices().device(),
        scratch.folder(),
        InstantSource.system(),
        news -> say(spec.commandLine().getErr(), news));
  }

  private DeviceLock hold(Target target) throws InterruptedException {
    return deviceOptions.hold(
        target.devices(),
        () -> "the device's limits",
        Instant.now(),
        target.results(),
        news -> say(spec.commandLine().getErr(), news));
  }

  private static Workload workload(Kernel kernel, Shape shape, DeviceLimits limits) {
    Frame frame = Bindings.frame(kernel, limits, shape, kernel.defaultConfiguration());
    return new Workload(
        shape, kernel.work().flops().real(frame), kernel.work().bytes().real(frame));
  }

  private String seeding(Target target, int count) throws InterruptedException {
    if (count < 1) {
      throw new BadInputException("--seeds is at least 1, not " + count + ".");
    }
    DeviceLimits limits = limits(target);
    var derived = new HardwareSuggestions(target.kernel(), target.shapes(), limits);
    List<InitialConfiguration> best = derived.best(count);
    if (best.isEmpty()) {
      throw new BadInputException(derived.nothing());
    }
    return InitialConfigurationsText.yaml(
        best,
        "from %s: %s; the rest as in the default"
            .formatted(target.devices().device().model(), String.join(", ", derived.parameters())));
  }

  /** As the results know them, or as the device tells. */
  private DeviceLimits limits(Target target) throws InterruptedException {
    Path file = results.folder().resolve(ResultStore.FILE_NAME);
    if (Files.exists(file)) {
      try (ResultStore store = ResultStore.open(file)) {
        Optional<MeasuredLimits> known =
            store.limits(target.devices().backend().name(), target.devices().device());
        if (known.isPresent()) {
          return known.get().limits();
        }
      }
    }
    try (TemporaryFolder scratch = TemporaryFolder.make()) {
      return probe(target, scratch).describe();
    }
  }

  private String command(Target target) {
    String folder = results.folder().toString();
    return "./evo roofline %s%s"
        .formatted(
            kernel.words(target.devices().device().id()),
            folder.equals("results") ? "" : " --results " + folder);
  }

  /** Reads {@code 256MiB}. */
  static final class CopySize implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        long bytes = Sizes.parse(text);
        if (bytes > 0) {
          return bytes;
        }
      } catch (IllegalArgumentException | ArithmeticException e) {
        // Said below.
      }
      throw new TypeConversionException("'" + text + "' is no size. Write it like 512MiB or 2GiB.");
    }
  }
}
