package dev.evokernel.examples;

import dev.evokernel.api.Decision;
import dev.evokernel.api.ShapeSpeedUp;
import dev.evokernel.api.Tuner;
import dev.evokernel.api.TuningListener;
import dev.evokernel.api.TuningResult;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Tunes a kernel from a program: {@code TuneKernel KERNEL-FOLDER DEVICE EVALUATIONS [SHAPE…]}, on
 * all its shapes if none is named.
 */
public final class TuneKernel {

  private TuneKernel() {}

  /** A program's own output; the tuner prints nothing. */
  private static final class Progress implements TuningListener {
    @Override
    public void message(String sentence) {
      System.out.println("… " + sentence);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    TuningResult result =
        Tuner.of(Path.of(args[0]))
            .device(args[1])
            .shapes(Arrays.copyOfRange(args, 3, args.length))
            .evaluations(Long.parseLong(args[2]))
            .listener(new Progress())
            .tune();
    System.out.println(result.run() + ": " + result.evaluations() + " evaluations");
    switch (result.decision()) {
      case Decision.Champion champion -> {
        System.out.println("champion: " + champion.configuration());
        for (ShapeSpeedUp one : champion.speedUps()) {
          System.out.printf("  %s: %.2f times the default's speed%n", one.shape(), one.ratio());
        }
      }
      case Decision.DefaultStays stays ->
          System.out.println("the default stays: " + String.join(" ", stays.reasons()));
      case Decision.Undecided undecided ->
          System.out.println("undecided: " + String.join(" ", undecided.reasons()));
      case Decision.Unfinished _ -> System.out.println("stopped before the finals");
    }
  }
}
