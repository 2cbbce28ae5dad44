package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.report.RunState;
import dev.evokernel.store.query.LiveRun.RunActivity;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.tuning.session.NightLog;

/**
 * State of a results folder at an instant.
 *
 * @param number number of the look, from 1
 * @param problem error message if the runs could not be read
 * @param states all runs, the newest first
 * @param activity activity of active runs, by run
 * @param nights unfinished nights, by name
 */
record Look(
    long number,
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
    return states.stream().filter(state -> state.run().id().equals(run)).findFirst();
  }

  List<RunState> running() {
    return states.stream().filter(state -> state.status() == RunStatus.RUNNING).toList();
  }
}
