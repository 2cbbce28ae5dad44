package dev.evokernel.api;

import java.util.List;

/** Result of a run's finals. */
public sealed interface Decision {

  /**
   * A configuration is faster than the default by the acceptance rule.
   *
   * @param speedUps one for each shape, in the run's order
   */
  record Champion(Choice configuration, List<ShapeSpeedUp> speedUps) implements Decision {
    public Champion {
      speedUps = List.copyOf(speedUps);
    }
  }

  /**
   * No configuration beats the default.
   *
   * @param reasons why the best finalist was not accepted, in sentences
   */
  record DefaultStays(Choice configuration, List<String> reasons) implements Decision {
    public DefaultStays {
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * The finals could not show enough; the default stays until more is measured.
   *
   * @param reasons what is missing, in sentences
   */
  record Undecided(Choice configuration, List<String> reasons) implements Decision {
    public Undecided {
      reasons = List.copyOf(reasons);
    }
  }

  /** The run was stopped before its finals; the store has its evaluations. */
  record Unfinished() implements Decision {}
}
