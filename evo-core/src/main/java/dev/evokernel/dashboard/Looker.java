package dev.evokernel.dashboard;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunActivity;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.UnknownRecordException;
import dev.evokernel.tuning.NightLog;
import dev.evokernel.tuning.RunStates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads how a results folder stands. Runs that are over are read once. Used by one thread.
 *
 * <p>The database stays open between looks, since opening it costs more than asking; one that was
 * replaced is opened anew.
 */
final class Looker implements AutoCloseable {

  private final Path results;
  private final Path file;
  private final InstantSource clock;
  private final Map<String, RunState> over = new HashMap<>();
  private @Nullable ResultStore store;
  private @Nullable Object identity;
  private long looks;

  Looker(Path results, InstantSource clock) {
    this.results = results;
    this.file = results.resolve(ResultStore.FILE_NAME);
    this.clock = clock;
  }

  /**
   * Looks once; whatever cannot be read is told in the result.
   *
   * @param followed brought up to date at the same time
   */
  Look look(List<FollowedRun> followed) {
    looks++;
    try {
      return read(followed);
    } catch (EnvironmentException | UncheckedIOException | UnknownRecordException e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return failed("What evo.db holds cannot be read: " + e + ".");
    }
  }

  private Look failed(String why) {
    close();
    return new Look(looks, clock.instant(), Optional.of(why), List.of(), Map.of(), new TreeMap<>());
  }

  private Look read(List<FollowedRun> followed) {
    if (!Files.exists(file)) {
      return failed("There are no results in " + results + " yet.");
    }
    ResultStore open = opened();
    var states = new ArrayList<RunState>();
    var activity = new HashMap<String, RunActivity>();
    for (StoredRun run : open.runs()) {
      states.add(state(open, run));
      if (run.status() == RunStatus.RUNNING) {
        activity.put(run.id(), open.live(run.id()).activity());
      }
    }
    over.keySet().retainAll(states.stream().map(one -> one.run().id()).toList());
    for (FollowedRun one : followed) {
      if (open.has(one.id())) {
        one.update(open);
      }
    }
    return new Look(looks, clock.instant(), Optional.empty(), states, activity, nights(states));
  }

  private RunState state(ResultStore open, StoredRun run) {
    RunState known = over.get(run.id());
    if (run.status() != RunStatus.RUNNING && known != null && known.run().equals(run)) {
      return known;
    }
    RunState state = RunStates.of(open, run.id(), clock.instant());
    over.put(run.id(), state);
    return state;
  }

  /** A night that was given up long ago is none that runs: one of its runs is, or was stopped. */
  private SortedMap<String, NightLog> nights(List<RunState> states) {
    var open = new TreeMap<String, NightLog>();
    NightLog.all(results)
        .forEach(
            (name, log) -> {
              boolean runs =
                  log.jobs().stream()
                      .anyMatch(
                          job ->
                              states.stream()
                                  .filter(one -> one.status() == RunStatus.RUNNING)
                                  .anyMatch(one -> one.run().id().equals(job.run())));
              if (runs || !log.isDone()) {
                open.put(name, log);
              }
            });
    return open;
  }

  private ResultStore opened() {
    Object now = identity(file);
    ResultStore known = store;
    if (known != null && now.equals(identity)) {
      return known;
    }
    close();
    ResultStore opened = ResultStore.openAsItIs(file);
    store = opened;
    identity = now;
    return opened;
  }

  private static Object identity(Path file) {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key == null ? file : key;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    over.clear();
    ResultStore known = store;
    store = null;
    if (known != null) {
      known.close();
    }
  }
}
