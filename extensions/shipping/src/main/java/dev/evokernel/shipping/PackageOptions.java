package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.ExtensionOptions;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.store.ResultStore;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option {@code evo export --to}. */
public final class PackageOptions implements ExtensionOptions {

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

  private RunExport.Inclusion inclusion() {
    if (binaries == null) {
      return RunExport.Inclusion.WHERE_POSSIBLE;
    }
    return binaries ? RunExport.Inclusion.ALWAYS : RunExport.Inclusion.NEVER;
  }
}
