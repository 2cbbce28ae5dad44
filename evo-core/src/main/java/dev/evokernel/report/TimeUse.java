package dev.evokernel.report;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.CompilerActivity;
import dev.evokernel.store.DeviceActivity;
import dev.evokernel.store.TimeBudget;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Where a run's time went: what the device did and what the compilers did, with shares. */
public final class TimeUse {

  private TimeUse() {}

  /** One sentence and a table; nothing for a run that has not begun to work. */
  public static List<Block> blocks(TimeBudget budget) {
    return isEmpty(budget)
        ? List.of()
        : List.of(Block.Paragraph.of(sentence(budget)), table(budget));
  }

  private static boolean isEmpty(TimeBudget budget) {
    return budget.deviceTime().isZero();
  }

  private static String sentence(TimeBudget budget) {
    return String.format(
        Locale.ROOT,
        "While it searched, the device was busy %.1f %% of the time and waited for a compiler %.1f"
            + " %%.",
        100 * budget.busyShare(),
        100 * share(budget.of(DeviceActivity.WAITING), budget.searchTime()));
  }

  private static Table table(TimeBudget budget) {
    var table = Table.builder().text("").text("").quantity("time").quantity("share");
    String side = "device";
    for (DeviceActivity activity : DeviceActivity.values()) {
      if (!activity.isSearch() && budget.of(activity).isZero()) {
        continue; // What is measured here is the search alone.
      }
      table.row(
          side, words(activity), seconds(budget.of(activity)), share(budget, budget.of(activity)));
      side = "";
    }
    side = "compilers";
    for (CompilerActivity activity : CompilerActivity.values()) {
      Duration time = budget.of(activity);
      table.row(
          side,
          words(activity, budget),
          seconds(time),
          percent(share(time, budget.compilerTime())));
      side = "";
    }
    return table.build();
  }

  private static String words(DeviceActivity activity) {
    return switch (activity) {
      case STARTING -> "starting, reference";
      case CHECKING -> "checking";
      case TIMING -> "timing";
      case LOADING -> "loading";
      case BOOKKEEPING -> "messages, writing down";
      case RESTARTING -> "hangs, crashes, restarts";
      case WAITING -> "waiting for a compiler";
      case FINALS -> "finals";
    };
  }

  private static String words(CompilerActivity activity, TimeBudget budget) {
    return switch (activity) {
      case COMPILING -> String.format(Locale.ROOT, "compiling %,d", budget.compiled());
      case CACHED -> String.format(Locale.ROOT, "finding %,d in the cache", budget.cached());
      case WAITING -> "waiting";
    };
  }

  private static String share(TimeBudget budget, Duration time) {
    return percent(share(time, budget.deviceTime()));
  }

  private static double share(Duration time, Duration whole) {
    return whole.isZero() ? 0 : (double) time.toNanos() / whole.toNanos();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%,.1f s", time.toMillis() / 1000.0);
  }
}
