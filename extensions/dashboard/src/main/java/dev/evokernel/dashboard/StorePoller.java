package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.report.RunState;
import dev.evokernel.report.SearchTrace;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.LiveRun.RunActivity;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.UnknownRecordException;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.NightSession.NightLog;
import org.jspecify.annotations.Nullable;

/**
 * Reads the state of a results folder. Ended runs are read once. Not thread-safe.
 *
 * <p>The database stays open between polls, because opening is slower than reading. A replaced
 * database file is reopened.
 */
final class StorePoller implements AutoCloseable {

  /**
   * State of a results folder at an instant: all runs, the newest first, the activity of active
   * runs, and unfinished nights.
   */
  record Snapshot(
      long number,
      Optional<String> problem,
      List<RunState> states,
      Map<String, RunActivity> activity,
      SortedMap<String, NightLog> nights) {

    Snapshot {
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

  /** Evaluations of a run whose page is open, read incrementally. */
  static final class FollowedRun {

    private final String id;
    private final SearchTrace trace;
    private final BitSet known = new BitSet();
    private int next = 1;
    private boolean isRead;

    FollowedRun(StoredRun run) {
      this.id = run.id();
      this.trace = new SearchTrace(run, false);
    }

    String id() {
      return id;
    }

    synchronized void update(ResultStore store) {
      List<Candidate> latest = store.live(id).from(next);
      next =
          latest.stream()
              .filter(one -> one.evaluation().isEmpty())
              .mapToInt(Candidate::number)
              .findFirst()
              .orElse(latest.isEmpty() ? next : latest.getLast().number() + 1);
      isRead = true;
      for (Candidate point : SearchTrace.ended(latest)) {
        if (!known.get(point.number())) {
          known.set(point.number());
          trace.add(point);
        }
      }
    }

    /** Whether the earlier evaluations have been read. */
    synchronized boolean isRead() {
      return isRead;
    }

    /**
     * @param has number of evaluations that the page has
     */
    synchronized SearchTrace.Excerpt since(int has) {
      return trace.since(has);
    }
  }

  private final Path results;
  private final Path file;
  private final InstantSource clock;
  private final Map<String, RunState> over = new HashMap<>();
  private @Nullable ResultStore store;
  private @Nullable Object identity;
  private long polls;

  StorePoller(Path results, InstantSource clock) {
    this.results = results;
    this.file = results.resolve(ResultStore.FILE_NAME);
    this.clock = clock;
  }

  /** Reads once, and updates the followed runs. Errors are part of the result. */
  Snapshot poll(List<FollowedRun> followed) {
    polls++;
    try {
      return read(followed);
    } catch (EnvironmentException | UncheckedIOException | UnknownRecordException e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return failed("Cannot read evo.db: " + e + ".");
    }
  }

  private Snapshot failed(String why) {
    close();
    return new Snapshot(polls, Optional.of(why), List.of(), Map.of(), new TreeMap<>());
  }

  private Snapshot read(List<FollowedRun> followed) {
    if (!Files.exists(file)) {
      return failed(
          "No results in %s yet. This page shows a run as soon as one starts: %s"
              .formatted(results, Launcher.command("run")));
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
    over.keySet().retainAll(states.stream().map(state -> state.run().id()).toList());
    followed.stream().filter(run -> open.has(run.id())).forEach(run -> run.update(open));
    return new Snapshot(polls, Optional.empty(), states, activity, nights(states));
  }

  private RunState state(ResultStore open, StoredRun run) {
    RunState known = over.get(run.id());
    if (run.status() != RunStatus.RUNNING && known != null && known.run().equals(run)) {
      return known;
    }
    RunState state = RunState.of(open, run.id(), clock.instant());
    over.put(run.id(), state);
    return state;
  }

  private SortedMap<String, NightLog> nights(List<RunState> states) {
    Set<String> active =
        states.stream()
            .filter(state -> state.status() == RunStatus.RUNNING)
            .map(state -> state.run().id())
            .collect(Collectors.toSet());
    var nights = new TreeMap<String, NightLog>(NightLog.all(results));
    nights
        .values()
        .removeIf(
            log ->
                log.isDone()
                    && log.jobs().stream()
                        .map(NightLog.Entry::run)
                        .noneMatch(run -> run != null && active.contains(run)));
    return nights;
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
