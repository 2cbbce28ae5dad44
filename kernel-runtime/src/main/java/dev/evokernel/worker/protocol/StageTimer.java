package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.outcome.Spent;

/** A timer of one evaluation, stage by stage. */
public final class StageTimer {

  public enum Stage {
    LOAD,
    CHECK,
    TIME
  }

  private final LongSupplier clock;
  private final Map<Stage, Long> nanos = new EnumMap<>(Stage.class);
  private Stage stage = Stage.LOAD;
  private long since;

  /**
   * Starts in {@link Stage#LOAD}.
   *
   * @param clock in nanoseconds
   */
  public StageTimer(LongSupplier clock) {
    this.clock = clock;
    this.since = clock.getAsLong();
  }

  public void enter(Stage next) {
    long now = clock.getAsLong();
    nanos.merge(stage, now - since, Long::sum);
    since = now;
    stage = next;
  }

  /** Returns the time of all stages so far, the current stage included. */
  public Spent spent() {
    enter(stage);
    return new Spent(of(Stage.LOAD), of(Stage.CHECK), of(Stage.TIME));
  }

  private long of(Stage stage) {
    return nanos.getOrDefault(stage, 0L);
  }
}
