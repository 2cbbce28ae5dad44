package dev.evokernel.cli;

import module java.base;

import dev.evokernel.expr.Spelling;
import dev.evokernel.report.Leaderboard;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredLeaderboard.Filter;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.Side;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "leaderboard",
    description = {
      "Shows the best configurations by kernel, shape and device.",
      "Each has its speed-up and how it was measured."
    })
final class LeaderboardCommand implements Runnable {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "KERNEL",
      description = "Only this kernel, by name or folder.")
  private @Nullable String kernel;

  @Parameters(index = "1", arity = "0..1", paramLabel = "SHAPE", description = "Only this shape.")
  private @Nullable String shape;

  @Option(names = "--kernel", paramLabel = "NAME", description = "Synonym of KERNEL.")
  private @Nullable String kernelOption;

  @Option(names = "--shape", paramLabel = "NAME", description = "Synonym of SHAPE.")
  private @Nullable String shapeOption;

  @Option(
      names = "--device",
      paramLabel = "TEXT",
      description = "Only devices whose model or id contains this, for example h200.")
  private @Nullable String device;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "3",
      description = "Rows for each kernel, shape and device (default: ${DEFAULT-VALUE}).")
  private int top = 3;

  @Mixin private RowsFormatOption format = new RowsFormatOption();

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Bounds.atLeast(1, "--top", top);
    var filter =
        new Filter(
            Optional.ofNullable(kernel == null ? kernelOption : kernel).map(Side::kernelName),
            Optional.ofNullable(shape == null ? shapeOption : shape),
            Optional.ofNullable(device),
            top);
    try (ResultStore store = results.open()) {
      List<LeaderboardEntry> entries = store.leaderboard().ranked(filter);
      if (entries.isEmpty()) {
        requireNoResultsAtAll(store, filter);
      }
      format.print(spec, new Leaderboard(entries, ZoneId.systemDefault()));
    }
  }

  /** Rejects a filter that matches none of the existing results. */
  private static void requireNoResultsAtAll(ResultStore store, Filter filter) {
    List<LeaderboardEntry> all = store.leaderboard().ranked(Filter.everything(1));
    if (!all.isEmpty()) {
      throw new BadInputException(
          "No results for%s%s%s. %sResults exist for the kernels %s, the shapes %s and the devices %s."
              .formatted(
                  filter.kernel().map(name -> " kernel '" + name + "'").orElse(""),
                  filter.shape().map(name -> " shape '" + name + "'").orElse(""),
                  filter.device().map(part -> " device '" + part + "'").orElse(""),
                  near(filter, all),
                  names(all, LeaderboardEntry::kernel),
                  names(all, LeaderboardEntry::shape),
                  names(all, entry -> entry.device().model())));
    }
  }

  private static String near(Filter filter, List<LeaderboardEntry> all) {
    return Stream.of(
            filter
                .kernel()
                .flatMap(name -> Spelling.nearest(name, distinct(all, LeaderboardEntry::kernel))),
            filter
                .shape()
                .flatMap(name -> Spelling.nearest(name, distinct(all, LeaderboardEntry::shape))))
        .flatMap(Optional::stream)
        .filter(near -> !filter.names(near))
        .map(near -> "Maybe '" + near + "'? ")
        .collect(Collectors.joining());
  }

  private static List<String> distinct(
      List<LeaderboardEntry> entries, Function<LeaderboardEntry, String> name) {
    return entries.stream().map(name).distinct().toList();
  }

  private static String names(
      List<LeaderboardEntry> entries, Function<LeaderboardEntry, String> name) {
    return String.join(", ", distinct(entries, name));
  }
}
