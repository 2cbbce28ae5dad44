package dev.evokernel.api;

import java.util.List;

/** How a run was decided. */
public sealed interface Decision {

  /**
   * A configuration is faster than the default by what the acceptance rule asks for.
   *
   * @param speedUps one for each shape, in the run's order
   */
  record Champion(Choice configuration, List<ShapeSpeedUp> speedUps) implements Decision {
    public Champion {
      speedUps = List.copyOf(speedUps);
    }
  }

  /**
   * No configuration is; the default is the one to use.
   *
   * @param reasons why the best finalist was not accepted, in sentences
   */
  record DefaultStays(Choice configuration, List<String> reasons) implements Decision {
    public DefaultStays {
      reasons = List.copyOf(reasons);
    }
  }

  /** The run was stopped before its finals; everything evaluated so far is in the store. */
  record Unfinished() implements Decision {}
}
