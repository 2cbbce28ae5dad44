package dev.evokernel.lab.command;

import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.TimeConverter;
import dev.evokernel.config.options.Durations;
import dev.evokernel.spec.Budget;
import dev.evokernel.tuning.device.BadInputException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Budget of each run of a bench. */
public final class StabilityBudgetOptions {

  private static final long USUAL_EVALUATIONS = 100;

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Wall time of each run.")
  private @Nullable Duration wall;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description =
          "Maximum evaluations of each run (default: "
              + USUAL_EVALUATIONS
              + ", unless --wall is given).")
  private @Nullable Long evaluations;

  /**
   * @throws BadInputException if the budget is not positive
   */
  public Budget budget() {
    return Bounds.valid(
        () ->
            new Budget(
                wall == null ? Budget.FOREVER : wall,
                evaluations != null
                    ? evaluations
                    : wall == null ? USUAL_EVALUATIONS : Budget.UNLIMITED));
  }

  /** Options that repeat the budget on a command line. */
  public String words() {
    Budget budget = budget();
    String time = wall == null ? "" : "--wall " + Durations.text(wall);
    String most = budget.hasEvaluations() ? "--evaluations " + budget.evaluations() : "";
    return (time + " " + most).strip();
  }
}
