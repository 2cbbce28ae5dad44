package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.lab.FaultLine.InjectionResult;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Database;
import dev.evokernel.store.Database.Allowance;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * Run that its store stops, and that is then resumed. The run must end with a one-line message. No
 * evaluation may be lost or repeated. The resumed run must finish.
 */
final class StoppedRun {

  enum Stoppage {

    /** The store can grow by a few pages only. */
    DISK_FULL("disk full", "is full"),

    /** A second connection holds a write transaction on the store forever. */
    DATABASE_LOCKED("database locked for good", "Another program has locked");

    private final String title;
    private final String words;

    Stoppage(String title, String words) {
      this.title = title;
      this.words = words;
    }

    String title() {
      return title;
    }

    /** Whether a message names the fault, in one line. */
    boolean isToldBy(String message) {
      return message.contains(words) && message.lines().count() == 1;
    }
  }

  static final String EXPECTED = "run stops";

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int PAGE_BYTES = 4096;
  private static final int ROOM_PAGES = 12;
  private static final int CANDIDATES = 60;
  private static final int BEFORE_THE_LOCK = 2;

  private final Stoppage stoppage;
  private final SelfTestFolder ground;
  private final SelfTestFolder.Jobs jobs;
  private final String run;
  private final List<Candidate> evaluated = new ArrayList<>();
  private long struck = System.nanoTime();
  private Duration lost = Duration.ZERO;
  private @Nullable Runnable lock;

  StoppedRun(Stoppage stoppage, SelfTestFolder ground, SelfTestFolder.Jobs jobs, int round) {
    this.stoppage = stoppage;
    this.ground = ground;
    this.jobs = jobs;
    this.run = stoppage.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + round;
  }

  InjectionResult inject() throws InterruptedException {
    ResultStore.open(ground.database()).close();
    String message = messageOfTheEnd();
    boolean kept;
    RunHistory history;
    try (ResultStore store = ResultStore.open(ground.database())) {
      RunHistory earlier = store.resume(run);
      kept = earlier.candidates().containsAll(evaluated);
      history = jobs.run(ground.plan(run), store, Optional.of(earlier), resumed(store));
    }
    boolean once = history.candidates().containsAll(evaluated);
    boolean finished = history.run().status() == RunStatus.FINISHED;
    return new InjectionResult(
        stoppage.title(),
        EXPECTED,
        message.isEmpty() ? "" : EXPECTED,
        InjectionResult.line(message),
        stoppage.isToldBy(message) && kept,
        finished && history.candidates().stream().allMatch(StoppedRun::isMeasured),
        once,
        lost,
        kept ? "" : "Evaluations were lost.");
  }

  private String messageOfTheEnd() throws InterruptedException {
    try (ResultStore store = ResultStore.open(ground.database(), allowance())) {
      jobs.run(ground.plan(run), store, Optional.empty(), untilItEnds(store));
      return "";
    } catch (EnvironmentException e) {
      return e.message();
    } finally {
      if (lock != null) {
        lock.run();
      }
    }
  }

  private SearchStrategy untilItEnds(ResultStore store) {
    return (space, seeds, evaluator) -> {
      var script =
          new FaultInjectionRun.Script(store, run, seeds.getFirst().configuration(), evaluator);
      for (int step = 0; step < CANDIDATES; step++) {
        if (stoppage == Stoppage.DATABASE_LOCKED && step == BEFORE_THE_LOCK) {
          lock = Database.lock(ground.database());
        }
        struck = System.nanoTime();
        evaluated.add(script.evaluate(script.healthy(0, step), 0).candidate());
      }
      return Ending.BUDGET_SPENT;
    };
  }

  /** Proposes the evaluated candidates again, like a resumed search, and one new candidate. */
  private SearchStrategy resumed(ResultStore store) {
    return (space, seeds, evaluator) -> {
      var script =
          new FaultInjectionRun.Script(store, run, seeds.getFirst().configuration(), evaluator);
      for (Candidate candidate : evaluated) {
        script.evaluate(candidate.configuration(), 0);
      }
      Configuration next = script.healthy(0, evaluated.size());
      script.evaluate(next, 0);
      lost = Duration.ofNanos(System.nanoTime() - struck);
      return Ending.BUDGET_SPENT;
    };
  }

  private static boolean isMeasured(Candidate candidate) {
    return candidate.outcomeLabel().equals("measured");
  }

  private Allowance allowance() {
    if (stoppage == Stoppage.DATABASE_LOCKED) {
      return new Allowance(PATIENCE, Allowance.USUAL.pages());
    }
    try {
      long pages = Files.size(ground.database()) / PAGE_BYTES;
      return new Allowance(PATIENCE, Math.toIntExact(pages) + ROOM_PAGES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
