package dev.evokernel.cli.bench;

import dev.evokernel.bench.score.Strategies;
import java.util.ArrayList;

/** Names of all strategies, for the help and for completion. */
final class StrategyNames extends ArrayList<String> {

  private static final long serialVersionUID = 1L;

  StrategyNames() {
    super(Strategies.names());
  }
}
