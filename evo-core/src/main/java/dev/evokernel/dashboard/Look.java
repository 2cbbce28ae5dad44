package dev.evokernel.dashboard;

import dev.evokernel.report.RunState;
import dev.evokernel.store.RunActivity;
import dev.evokernel.store.RunStatus;
import dev.evokernel.tuning.NightLog;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a results folder stands at an instant.
 *
 * @param number of the look, from 1 on
 * @param problem why runs could not be read; empty if they could
 * @param states of all runs, the newest first
 * @param activity of those that are running, by name
 * @param nights those that are not done, by name
 */
record Look(
    long number,
    Instant at,
    Optional<String> problem,
    List<RunState> states,
    Map<String, RunActivity> activity,
    SortedMap<String, NightLog> nights) {

  Look {
    states = List.copyOf(states);
    activity = Map.copyOf(new LinkedHashMap<>(activity));
    nights = new TreeMap<>(nights);
  }

  Optional<RunState> state(String run) {
    return states.stream().filter(one -> one.run().id().equals(run)).findFirst();
  }

  List<RunState> running() {
    return states.stream().filter(one -> one.status() == RunStatus.RUNNING).toList();
  }
}
