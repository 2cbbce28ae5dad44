package dev.evokernel.cli;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.run.FinalsState;
import dev.evokernel.run.Progress;
import dev.evokernel.run.RunListener;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Budget;
import dev.evokernel.store.Evaluation;
import dev.evokernel.text.Units;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** Progress display of a run: a live line on a terminal, plain lines elsewhere. */
abstract sealed class ProgressDisplay implements RunListener {

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /**
   * Display for the run's kind of time, real or simulated.
   *
   * @param live whether the run may redraw one line of the terminal
   * @param prefix current prefix of plain lines
   */
  static ProgressDisplay of(RunSpec run, PrintWriter out, boolean live, Supplier<String> prefix) {
    if (live && Terminal.isThere()) {
      return new Live(out);
    }
    return run.isReplay()
        ? new Plain(out, simulatedInterval(run.budget()), false, prefix)
        : new Plain(out, INTERVAL, true, prefix);
  }

  /** Interval for at most 50 lines, however fast the simulation is. */
  private static Duration simulatedInterval(Budget budget) {
    return budget.hasWall() ? budget.wall().dividedBy(50) : Duration.ofMinutes(10);
  }

  /**
   * Summary, for example {@code 128 evaluated, 12 rejected (7 wrong-result, 5 timeout), best 1.31×
   * the default}.
   */
  static String describe(Progress progress) {
    var text = new StringBuilder();
    text.append(progress.evaluations()).append(" evaluated");
    if (progress.rejected() > 0) {
      text.append(", ").append(rejections(progress));
    }
    progress
        .speedUp()
        .ifPresent(
            speedUp ->
                text.append(String.format(Locale.ROOT, ", best %.2f× the default", speedUp)));
    return text.toString();
  }

  /** Start of the line, which is never cut off: {@code best 1.31× · }. */
  static String best(Progress progress) {
    return progress.speedUp().isPresent()
        ? String.format(Locale.ROOT, "best %.2f× · ", progress.speedUp().getAsDouble())
        : "";
  }

  private static String rejections(Progress progress) {
    return "%d rejected (%s)".formatted(progress.rejected(), reasons(progress.rejections()));
  }

  private static String reasons(Map<Rejection, Integer> rejections) {
    return rejections.entrySet().stream()
        .sorted(
            Map.Entry.<Rejection, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(entry -> entry.getValue() + " " + entry.getKey().label())
        .collect(Collectors.joining(", "));
  }

  /** Remaining budget: {@code 2m05s left}, or {@code 120 evaluations left} without a time. */
  private static String left(Progress progress) {
    return progress.budget().hasWall()
        ? Units.clock(progress.budget().wall().minus(progress.spent())) + " left"
        : progress.budget().evaluations() - progress.evaluations() + " evaluations left";
  }

  /** Redrawn line with a bar for the spent share of the budget. */
  private static final class Live extends ProgressDisplay {
    private static final int BAR = 20;
    private static final int NARROW = 100;
    private static final int PARTS = 1000;
    private final PrintWriter out;
    private @Nullable ProgressBar bar;
    private volatile String line = "";

    Live(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void began(String activity) {
      close();
      out.println(Printable.inline(activity) + " …");
      out.flush();
    }

    @Override
    public void evaluated(Evaluation evaluation, Progress progress) {
      draw(
          best(progress)
              + left(progress)
              + " · "
              + progress.evaluations()
              + " evaluated · generation "
              + progress.generation()
              + (progress.rejected() > 0 ? " · " + rejections(progress) : ""),
          progress);
    }

    @Override
    public void finals(FinalsState state, Progress progress) {
      draw(best(progress) + left(progress) + " · " + state.text(), progress);
    }

    private void draw(String text, Progress progress) {
      line = Printable.inline(text);
      if (bar == null) {
        bar =
            new ProgressBarBuilder()
                .setInitialMax(PARTS)
                .setUpdateIntervalMillis(250)
                .setRenderer((state, width) -> render(state.getNormalizedProgress(), width))
                .setConsumer(new Fitting())
                .build();
      }
      bar.stepTo(Math.round(Math.min(1, progress.share()) * PARTS));
    }

    private String render(double share, int width) {
      int bar = width < NARROW ? BAR / 2 : BAR;
      int full = (int) Math.round(share * bar);
      String drawn = "█".repeat(full) + "░".repeat(bar - full) + " " + line;
      return drawn.length() <= width ? drawn : drawn.substring(0, Math.max(0, width - 1)) + "…";
    }

    @Override
    public void close() {
      if (bar != null) {
        bar.close();
        bar = null;
      }
    }
  }

  /**
   * Consumer that draws as wide as the terminal currently is. The library's own query of the width
   * uses JLine, which takes Ctrl-C from the JVM.
   */
  private static final class Fitting extends ConsoleProgressBarConsumer {
    Fitting() {
      super(System.err, Terminal.width() - 1);
    }

    @Override
    public int getMaxRenderedLength() {
      return Terminal.width() - 1;
    }
  }

  /** Plain lines: one per interval, and one per generation unless time is simulated. */
  private static final class Plain extends ProgressDisplay {
    private final PrintWriter out;
    private final Duration interval;
    private final boolean eachGeneration;
    private final Supplier<String> prefix;
    private int generation = -1;
    private Duration shown = Duration.ZERO;

    Plain(PrintWriter out, Duration interval, boolean eachGeneration, Supplier<String> prefix) {
      this.out = out;
      this.interval = interval;
      this.eachGeneration = eachGeneration;
      this.prefix = prefix;
    }

    @Override
    public void began(String activity) {
      out.println(Printable.inline(prefix.get() + activity));
      out.flush();
    }

    @Override
    public void evaluated(Evaluation evaluation, Progress progress) {
      boolean isKnown = !eachGeneration || progress.generation() == generation;
      if (isKnown && progress.spent().minus(shown).compareTo(interval) < 0) {
        return;
      }
      generation = progress.generation();
      shown = progress.spent();
      line(progress, "generation " + progress.generation() + " · " + describe(progress));
    }

    @Override
    public void finals(FinalsState state, Progress progress) {
      if (progress.spent().minus(shown).compareTo(interval) >= 0) {
        shown = progress.spent();
        line(progress, state.text());
      }
    }

    private void line(Progress progress, String text) {
      String spent = Units.clock(progress.spent());
      out.println(
          Printable.inline(
              "%s%s spent, %s · %s".formatted(prefix.get(), spent, left(progress), text)));
      out.flush();
    }
  }
}
