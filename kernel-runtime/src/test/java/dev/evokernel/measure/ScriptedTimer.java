package dev.evokernel.measure;

import module java.base;

/** A clock that reads what a script says, and remembers what it was asked. */
final class ScriptedTimer implements BatchTimer {

  private final IntToDoubleFunction nanosOfOneLaunch;
  private final List<Integer> asked = new ArrayList<>();

  /**
   * @param nanosOfOneLaunch by the number of the call, from 0
   */
  ScriptedTimer(IntToDoubleFunction nanosOfOneLaunch) {
    this.nanosOfOneLaunch = nanosOfOneLaunch;
  }

  static ScriptedTimer steady(double nanos) {
    return new ScriptedTimer(_ -> nanos);
  }

  List<Integer> asked() {
    return asked;
  }

  @Override
  public long nanos(int launches) {
    asked.add(launches);
    return Math.round(launches * nanosOfOneLaunch.applyAsDouble(asked.size() - 1));
  }
}
