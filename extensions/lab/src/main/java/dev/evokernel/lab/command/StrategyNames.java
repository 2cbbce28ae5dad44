package dev.evokernel.lab.command;

import dev.evokernel.lab.score.Strategies;
import java.util.ArrayList;

/** Names of all strategies, for the help and for completion. */
public final class StrategyNames extends ArrayList<String> {

  private static final long serialVersionUID = 1L;

  StrategyNames() {
    super(Strategies.names());
  }
}
