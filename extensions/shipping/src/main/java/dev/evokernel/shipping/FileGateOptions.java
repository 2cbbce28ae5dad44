package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.ExtensionOptions;
import dev.evokernel.cli.MeasuringOptions;
import dev.evokernel.cli.NamedKernel;
import dev.evokernel.cli.News;
import dev.evokernel.cli.OutOption;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option {@code evo gate --file}. */
public final class FileGateOptions implements ExtensionOptions {

  /** Options that choose what the leaderboard is compared with. */
  private static final List<String> OTHERS =
      List.of("--candidate", "--configuration", "--config", "--shapes");

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "Checks a file of 'evo export --as' instead: exit code 1 if a configuration in it is"
              + " incorrect, or slower than the kernel's default.")
  private @Nullable Path file;

  @Override
  public String command() {
    return "gate";
  }

  @Override
  public Optional<Integer> call(CommandSpec spec) {
    if (file == null) {
      return Optional.empty();
    }
    for (String other : OTHERS) {
      if (spec.commandLine().getParseResult().hasMatchedOption(other)) {
        throw new BadInputException(
            "--file and %s exclude each other: the file has shapes and configurations. Remove one."
                .formatted(other));
      }
    }
    MeasuringOptions measuring = mixin(spec, "measuring", MeasuringOptions.class);
    Path results = spec.findOption("--results").getValue();
    try {
      FileGate gate =
          FileGate.check(
              file,
              mixin(spec, "named", NamedKernel.class).folder(),
              spec.findOption("--device").getValue(),
              results == null ? Path.of("results") : results,
              measuring.settings(),
              measuring.reservation(),
              News.of(spec));
      mixin(spec, "out", OutOption.class).print(spec, formatted(spec, gate), gate.text());
      return Optional.of(
          switch (gate.verdict()) {
            case HOLDS -> 0;
            case FAILS -> 1;
            case UNDECIDED -> 3;
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("The gate was interrupted.", e);
    }
  }

  private static String formatted(CommandSpec spec, FileGate gate) {
    String format = String.valueOf(spec.findOption("--format").<Object>getValue());
    return switch (format.toUpperCase(Locale.ROOT)) {
      case "TEXT" -> gate.text();
      case "JSON" -> gate.json();
      case "MARKDOWN" -> gate.markdown();
      default -> throw new BadInputException("--file has the formats text, json and markdown.");
    };
  }

  private static <T> T mixin(CommandSpec spec, String name, Class<T> type) {
    return type.cast(Objects.requireNonNull(spec.mixins().get(name), name).userObject());
  }
}
