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
 * Reads the state of a results folder when a page asks for it. Ended runs are read once.
 *
 * <p>After each poll the poller rests for 20 times the duration of the poll, but at least 1 s and
 * at most 5 s; until then pages get the latest snapshot. As long as a poll takes less than 0.25 s,
 * polls thus use at most 5 % of one core, however many pages are open.
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

  private static final long LEAST_REST = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_REST = Duration.ofSeconds(5).toNanos();
  private static final int REST = 20;
  private static final int PATIENCE_SECONDS = 30;

  /** Polls after which a run whose page no longer asks is forgotten. */
  private static final int FORGOTTEN = 30;

  /** Evaluations of a run whose page is open, read incrementally. */
  private static final class FollowedRun {

    private final SearchTrace trace;
    private final BitSet known = new BitSet();
    private int next = 1;
    private long poll;

    FollowedRun(StoredRun run) {
      this.trace = new SearchTrace(run, false);
    }

    void update(List<Candidate> latest) {
      next =
          latest.stream()
              .filter(one -> one.evaluation().isEmpty())
              .mapToInt(Candidate::number)
              .findFirst()
              .orElse(latest.isEmpty() ? next : latest.getLast().number() + 1);
      for (Candidate point : SearchTrace.ended(latest)) {
        if (!known.get(point.number())) {
          known.set(point.number());
          trace.add(point);
        }
      }
    }
  }

  private final Path results;
  private final Path file;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, RunState> over = new HashMap<>();
  private final Map<String, FollowedRun> followed = new HashMap<>();
  private @Nullable ResultStore store;
  private @Nullable Object identity;
  private @Nullable Snapshot latest;
  private long latestNanos;
  private long rest = LEAST_REST;

  StorePoller(Path results, InstantSource clock) {
    this.results = results;
    this.file = results.resolve(ResultStore.FILE_NAME);
    this.clock = clock;
  }

  /** The latest snapshot, at most one rest old. Errors are part of it. */
  Snapshot current() throws InterruptedException {
    return alone(this::snapshot);
  }

  /**
   * Evaluations of a running run, as of the latest snapshot.
   *
   * @param has number of evaluations that the page has
   */
  SearchTrace.Excerpt trace(StoredRun run, int has) throws InterruptedException {
    return alone(
        () -> {
          long poll = snapshot().number();
          FollowedRun own = followed.computeIfAbsent(run.id(), _ -> new FollowedRun(run));
          if (own.poll < poll) {
            own.poll = poll;
            own.update(opened().live(run.id()).from(own.next));
          }
          return own.trace.since(has);
        });
  }

  private <T> T alone(Supplier<T> read) throws InterruptedException {
    if (!lock.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new EnvironmentException("Reading the results timed out.");
    }
    try {
      return read.get();
    } finally {
      lock.unlock();
    }
  }

  private Snapshot snapshot() {
    Snapshot known = latest;
    if (known != null && System.nanoTime() - latestNanos < rest) {
      return known;
    }
    long began = System.nanoTime();
    Snapshot now = poll(known == null ? 1 : known.number() + 1);
    latest = now;
    latestNanos = System.nanoTime();
    rest = Math.clamp(REST * (latestNanos - began), LEAST_REST, LONGEST_REST);
    followed.values().removeIf(run -> now.number() - run.poll > FORGOTTEN);
    return now;
  }

  private Snapshot poll(long number) {
    try {
      return read(number);
    } catch (EnvironmentException | UncheckedIOException | UnknownRecordException e) {
      return failed(number, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return failed(number, "Cannot read evo.db: " + e + ".");
    }
  }

  private Snapshot failed(long number, String why) {
    close();
    return new Snapshot(number, Optional.of(why), List.of(), Map.of(), new TreeMap<>());
  }

  private Snapshot read(long number) {
    if (!Files.exists(file)) {
      return failed(
          number,
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
    return new Snapshot(number, Optional.empty(), states, activity, nights(states));
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
    lock.lock();
    try {
      over.clear();
      followed.clear();
      ResultStore known = store;
      store = null;
      if (known != null) {
        known.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
