package dev.evokernel.cli;

import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.ResultsOption;
import dev.evokernel.cli.options.RowsFormatOption;
import dev.evokernel.report.Leaderboard;
import dev.evokernel.store.Filter;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.tuning.BadInputException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo leaderboard}. */
@Command(
    name = "leaderboard",
    mixinStandardHelpOptions = true,
    description =
        "Shows which configuration leads on which kernel, shape and device, by how much, and how"
            + " that was measured.")
final class LeaderboardCommand implements Runnable {

  @Option(names = "--kernel", paramLabel = "NAME", description = "Only this kernel.")
  private @Nullable String kernel;

  @Option(names = "--shape", paramLabel = "NAME", description = "Only this shape.")
  private @Nullable String shape;

  @Option(
      names = "--device",
      paramLabel = "TEXT",
      description = "Only devices whose model or id contains this, for example h200.")
  private @Nullable String device;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "10",
      description = "Rows of each kernel, shape and device (default: ${DEFAULT-VALUE}).")
  private int top = 10;

  @Mixin private RowsFormatOption format = new RowsFormatOption();

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Bounds.atLeast(1, "--top", top);
    var filter =
        new Filter(
            Optional.ofNullable(kernel),
            Optional.ofNullable(shape),
            Optional.ofNullable(device),
            top);
    try (ResultStore store = results.open()) {
      List<LeaderboardEntry> entries = store.leaderboard(filter);
      if (entries.isEmpty()) {
        requireNoResultsAtAll(store, filter);
      }
      format.print(spec, new Leaderboard(entries, ZoneId.systemDefault()));
    }
  }

  /** Refuses a filter that leaves nothing of what there is. */
  private static void requireNoResultsAtAll(ResultStore store, Filter filter) {
    List<LeaderboardEntry> all = store.leaderboard(Filter.everything(1));
    if (!all.isEmpty()) {
      throw new BadInputException(
          "No result is of%s%s%s. There are results of the kernels %s, the shapes %s and the devices %s."
              .formatted(
                  filter.kernel().map(name -> " kernel '" + name + "'").orElse(""),
                  filter.shape().map(name -> " shape '" + name + "'").orElse(""),
                  filter.device().map(part -> " device '" + part + "'").orElse(""),
                  names(all, LeaderboardEntry::kernel),
                  names(all, LeaderboardEntry::shape),
                  names(all, one -> one.device().model())));
    }
  }

  private static String names(
      List<LeaderboardEntry> entries, Function<LeaderboardEntry, String> name) {
    return entries.stream().map(name).distinct().collect(Collectors.joining(", "));
  }
}
