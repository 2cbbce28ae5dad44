package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.run.CompilerActivity;
import dev.evokernel.store.run.DeviceActivity;
import dev.evokernel.store.run.TimeBudget;

/** Use of the time of a run, by activity of the device and of the compilers. */
public final class TimeUse {

  private TimeUse() {}

  /** A sentence and a table; empty before the run has used its device. */
  public static List<Block> blocks(TimeBudget budget) {
    return budget.deviceTime().isZero()
        ? List.of()
        : List.of(Block.Paragraph.of(sentence(budget)), table(budget));
  }

  private static String sentence(TimeBudget budget) {
    return "During the search the device was busy %s of the time and waited for compilers %s."
        .formatted(
            Units.percent(budget.busyShare()),
            percent(budget.of(DeviceActivity.WAITING), budget.searchTime()));
  }

  private static Table table(TimeBudget budget) {
    var table = Table.builder().text("", "").quantity("time", "share");
    String side = "device";
    for (DeviceActivity activity : DeviceActivity.values()) {
      if (!activity.isSearch() && budget.of(activity).isZero()) {
        continue; // A run without finals.
      }
      table.row(
          side,
          words(activity),
          seconds(budget.of(activity)),
          percent(budget.of(activity), budget.deviceTime()));
      side = "";
    }
    side = "compilers";
    for (CompilerActivity activity : CompilerActivity.values()) {
      Duration time = budget.of(activity);
      table.row(side, words(activity, budget), seconds(time), percent(time, budget.compilerTime()));
      side = "";
    }
    return table.build();
  }

  private static String words(DeviceActivity activity) {
    return switch (activity) {
      case STARTING -> "starting, reference";
      case CHECKING -> "verification";
      case TIMING -> "timing";
      case LOADING -> "loading";
      case BOOKKEEPING -> "messages, storing results";
      case RESTARTING -> "hangs, crashes, restarts";
      case WAITING -> "waiting for a compiler";
      case FINALS -> "finals";
    };
  }

  private static String words(CompilerActivity activity, TimeBudget budget) {
    return switch (activity) {
      case COMPILING -> String.format(Locale.ROOT, "compiling %,d binaries", budget.compiled());
      case CACHED -> String.format(Locale.ROOT, "reading %,d from the cache", budget.cached());
      case WAITING -> "waiting";
    };
  }

  private static String percent(Duration time, Duration whole) {
    return Units.percent(whole.isZero() ? 0 : (double) time.toNanos() / whole.toNanos());
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%,.1f s", time.toMillis() / 1000.0);
  }
}
