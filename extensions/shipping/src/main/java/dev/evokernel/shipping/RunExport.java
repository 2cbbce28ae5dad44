package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.ExtensionOptions;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.report.Conclusion;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Subject;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.EvoVersion;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Writes what a build takes of a run into a folder. */
public final class RunExport {

  public enum Inclusion {
    /** Binaries if this machine has or can compile them. */
    WHERE_POSSIBLE,
    ALWAYS,
    NEVER
  }

  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Backends whose binaries the files of a package can load. */
  private static final List<String> PACKAGED = List.of("cpu", "cuda");

  private RunExport() {}

  /**
   * Writes a package.
   *
   * @param news hears what the result is, and what is left out
   * @return the files
   * @throws BadInputException if the run has no result, its kernel's copy is gone, or the folder is
   *     not evo's
   */
  public static List<Path> write(
      RunHistory history, Path results, Path folder, Inclusion binaries, Consumer<String> news) {
    if (Conclusion.of(history).basis() == Conclusion.Basis.NOTHING_MEASURED) {
      throw new BadInputException(
          "The run %s has measured nothing, and there is nothing to export. Maybe resume it: evo run --resume %s",
          history.run().id(), history.run().id());
    }
    Shipment shipment = shipment(history, results.resolve(history.run().id()));
    news.accept(shipment.sentence());
    try {
      return new KernelPackage(with(shipment, results, binaries, news), EvoVersion.text())
          .write(folder);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  private static Shipment with(
      Shipment shipment, Path results, Inclusion binaries, Consumer<String> news) {
    if (binaries == Inclusion.NEVER) {
      if (shipment.isBuilt()) {
        throw new BadInputException(
            "A program of the kernel's own built the binaries, and nothing in a package can build"
                + " them again: leave --no-binaries out.");
      }
      return shipment;
    }
    try {
      return compiled(shipment, results);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("The export was interrupted.", e);
    } catch (EnvironmentException e) {
      if (binaries == Inclusion.ALWAYS || shipment.isBuilt()) {
        throw e;
      }
      news.accept("note: without binaries. " + e.getMessage());
      return shipment;
    }
  }

  private static Shipment shipment(RunHistory history, Path runFolder) {
    Subject subject = history.run().subject();
    if (subject.backend().equals(ReplayBackend.NAME)) {
      throw new BadInputException(
          "The run %s measured a recording, which has no sources to export. Run its kernel on a device.",
          history.run().id());
    }
    if (!PACKAGED.contains(subject.backend())) {
      throw new BadInputException(
          "There is no package for the backend '%s', only for %s. The winning macros are in champion.h or portfolio.h in %s.",
          subject.backend(), PACKAGED, runFolder);
    }
    Path copy = runFolder.resolve("kernel").resolve(subject.kernel());
    try {
      if (!KernelFile.at(copy).exists()) {
        throw new BadInputException(
            "The run's copy of the kernel, %s, is gone. Maybe unpack the run's archive, or run it again.",
            copy);
      }
      Kernel kernel = KernelFile.at(copy.toAbsolutePath()).read(subject.backend());
      return Shipment.of(history, kernel, Dispatch.of(history, kernel, runFolder));
    } catch (InvalidFileException | IllegalArgumentException e) {
      throw new BadInputException(
          "The run's copy of the kernel, %s, cannot be exported: %s",
          copy, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Compiles the binaries of a shipment or takes them from the cache. The machine needs a device of
   * the run's model: flags such as {@code -march=native} and the architecture depend on the device.
   *
   * @throws EnvironmentException if this machine lacks the device, or a compilation fails
   * @throws IllegalArgumentException if the build program's binaries need a launcher that evo
   *     cannot write
   */
  static Shipment compiled(Shipment shipment, Path results) throws InterruptedException {
    Backend backend = Backend.named(shipment.kernel().backend());
    String model = shipment.history().run().provenance().device().model();
    DeviceIdentity device =
        backend.devices().stream()
            .filter(present -> present.model().equals(model))
            .findFirst()
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "This machine has no %s, which the run measured on. Export on a machine with this device%s"
                            .formatted(
                                model,
                                shipment.isBuilt()
                                    ? "."
                                    : ", or leave the binaries out: --no-binaries")));
    var job =
        new CompileJob(
                shipment.kernel().file(),
                backend.name(),
                device,
                results.resolve("cache").toAbsolutePath(),
                LIMIT)
            .on(shipment.shapes().stream().map(Shipment.ServedShape::shape).toList());
    LaunchSpec launch =
        LaunchSpec.ofThisJvm(results.resolve(shipment.history().run().id()).resolve("logs"));
    var configurations = new ArrayList<ShippedConfiguration>();
    try (CompileWorker compiler = CompileWorker.start(launch, job, "export")) {
      for (ShippedConfiguration shipped : shipment.configurations()) {
        configurations.add(shipped.with(compiled(shipped, compiler, backend)));
      }
    }
    return shipment.with(configurations);
  }

  private static List<ShippedBinary> compiled(
      ShippedConfiguration shipped, CompileWorker compiler, Backend backend)
      throws InterruptedException {
    return switch (compiler.compile(shipped.configuration())) {
      case Compilation.Compiled(Binary made) ->
          shipped.binaries().stream()
              .map(
                  binary -> {
                    Path file = made.with(binary.macros()).file();
                    return binary.with(Optional.of(file(file, shipped, backend)));
                  })
              .toList();
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(
              "%s no longer compiles on this machine with %s: %s"
                  .formatted(shipped.name(), compiler.compilerVersion(), log));
    };
  }

  private static ShippedBinary.Compiled file(
      Path file, ShippedConfiguration shipped, Backend backend) {
    try {
      List<BuiltBinary> binaries = BuiltBinary.read(file, shipped.source().entries());
      return new ShippedBinary.Compiled(
          new ShippedBinary.PackedImages(binaries.stream().map(BuiltBinary::image).toList()),
          binaries.stream().map(each -> backend.symbol(each.image(), each.entry())).toList(),
          !backend.name().equals("cuda")
              ? "so"
              : BuiltBinary.isElf(binaries.getFirst().image()) ? "cubin" : "ptx",
          binaries.stream().map(BuiltBinary::launch).toList());
    } catch (IOException e) {
      throw new EnvironmentException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Option {@code evo export --to}. */
  public static final class PackageOptions implements ExtensionOptions {

    @Option(
        names = "--to",
        paramLabel = "FOLDER",
        description =
            "Writes a kernel package into this folder, replacing an earlier package: sources and"
                + " binaries of the chosen configurations, dispatch.h, a launcher in C, CMake,"
                + " Python, and a manifest.")
    private @Nullable Path to;

    @Option(
        names = "--binaries",
        negatable = true,
        description =
            "With --to: requires binaries, or omits them (default: includes them where this machine"
                + " has the run's device and compiler).")
    private @Nullable Boolean binaries;

    @Override
    public String command() {
      return "export";
    }

    @Override
    public Optional<Integer> call(CommandSpec spec) {
      Path folder = to;
      if (folder == null) {
        if (binaries != null) {
          throw new BadInputException("--binaries needs --to FOLDER: only a package has binaries.");
        }
        return Optional.empty();
      }
      var parsed = spec.commandLine().getParseResult();
      if (parsed.hasMatchedOption("--out")) {
        throw new BadInputException(
            "--out and --to cannot be combined: --out writes a run's files, --to a package for a"
                + " build. Run the command twice.");
      }
      if (parsed.hasMatchedOption("--as")) {
        throw new BadInputException(
            "--as and --to cannot be combined: --as writes a run's results in another tool's format,"
                + " --to a package for a build. Run the command twice.");
      }
      ResultsOption results = ResultsOption.of(spec);
      PrintWriter out = spec.commandLine().getOut();
      try (ResultStore store = results.open()) {
        RunExport.write(
                store.pagedHistory(parsed.matchedPositionalValue(0, "latest")),
                results.folder(),
                folder,
                inclusion(),
                out::println)
            .forEach(out::println);
        out.flush();
      }
      return Optional.of(0);
    }

    private Inclusion inclusion() {
      if (binaries == null) {
        return Inclusion.WHERE_POSSIBLE;
      }
      return binaries ? Inclusion.ALWAYS : Inclusion.NEVER;
    }
  }
}
