package dev.evokernel.examples;

import dev.evokernel.api.Choice;
import dev.evokernel.api.FunctionResult;
import dev.evokernel.api.FunctionTuner;

/** Finds the cheapest configuration of a model of a blocked loop, without a kernel. */
public final class TuneFunction {

  private TuneFunction() {}

  /** Cost of one pass: traffic shrinks with the tile until the tile no longer fits the cache. */
  static double cost(Choice choice) {
    long tile = choice.integer("TILE");
    long unroll = choice.integer("UNROLL");
    double traffic = 4096.0 / tile;
    double spill = choice.flag("PACK") ? 0 : Math.max(0, tile - 48) * 0.7;
    double overhead = 20.0 / unroll + 0.4 * unroll;
    return traffic + spill + overhead;
  }

  public static void main(String[] args) {
    FunctionResult result =
        FunctionTuner.empty()
            .integers("TILE", 8, 16, 24, 32, 48, 64, 96, 128)
            .integers("UNROLL", 1, 2, 4, 8, 16)
            .flag("PACK")
            .require("TILE % UNROLL == 0")
            .minimise(TuneFunction::cost, 60);
    FunctionResult.Best best = result.best().orElseThrow();
    System.out.printf(
        "%s costs %.2f, the least of %d evaluations%n",
        best.configuration(), best.objective(), result.evaluations());
  }
}
