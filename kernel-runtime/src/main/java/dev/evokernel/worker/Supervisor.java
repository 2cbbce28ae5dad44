package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.worker.protocol.ProcessExit;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import org.jspecify.annotations.Nullable;

/**
 * The supervisor of one worker process, which keeps the process alive and open for its job.
 *
 * <p>Exchanges run one at a time. A process that dies or exceeds its limit is killed, and the next
 * exchange starts another. A request that the process had not begun when it died is tried once
 * more.
 */
public final class Supervisor implements AutoCloseable {

  public sealed interface Answer {

    record Given(Reply reply) implements Answer {}

    /** The loss of the process. */
    record Lost(Rejected rejection, Reply.Progress last, Loss loss) implements Answer {}
  }

  /**
   * A step of the opening of a fresh process.
   *
   * @param patience the limit of each stage of the step
   */
  public record Opening(Request request, Duration patience) {}

  /** Value that may not be there yet. The wait for it does not count as the process's start. */
  @FunctionalInterface
  public interface Pending<T> {
    T await() throws InterruptedException;
  }

  private static final Reply.Progress NOTHING = new Reply.Progress("", "", 0);

  /**
   * The number of starts before a process that is killed or stopped while starting counts as
   * failed.
   */
  private static final int STARTS = 3;

  /** Time without a message after which the process is checked for SIGSTOP. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private static final Duration LONG = Duration.ofSeconds(1);

  private static final Duration BETWEEN_NEWS = Duration.ofSeconds(10);

  private final LaunchSpec launch;
  private final String name;
  private final List<Pending<Opening>> openings;
  private final ReentrantLock turn = new ReentrantLock();
  private @Nullable WorkerProcess process;
  private boolean closed;
  private int started;
  private int answered;
  private long openingNanos;
  private long wayNanos;

  /**
   * @param openings what opens the job in a fresh process, in order; at least one
   */
  public Supervisor(LaunchSpec launch, String name, List<Pending<Opening>> openings) {
    this.launch = launch;
    this.name = name;
    this.openings = List.copyOf(openings);
  }

  /**
   * Starts a process and opens the job in it. A process that is killed or stopped during the start
   * is started again, up to three times in all.
   *
   * @throws EnvironmentException if the start or the opening fails
   */
  public Reply open() throws InterruptedException {
    turn.lockInterruptibly();
    long began = System.nanoTime();
    try {
      if (closed) {
        throw new IllegalStateException("Worker '" + name + "' is closed.");
      }
      Answer answer = opened();
      for (int starts = 1; starts < STARTS && isFromOutside(answer); starts++) {
        answer = opened();
      }
      return switch (answer) {
        case Answer.Given(Reply reply) -> reply;
        case Answer.Lost lost -> throw failed(lost);
      };
    } finally {
      openingNanos += System.nanoTime() - began;
      turn.unlock();
    }
  }

  private Answer opened() throws InterruptedException {
    return switch (launch.start(name)) {
      case WorkerProcess.Start.Ended(ProcessExit exit) -> lost(exit, NOTHING);
      case WorkerProcess.Start.Up(WorkerProcess fresh) -> {
        process = fresh;
        started++;
        Answer answer = opened(fresh, openings.getFirst());
        for (int i = 1; i < openings.size() && answer instanceof Answer.Given; i++) {
          answer = opened(fresh, openings.get(i));
        }
        answered = 0;
        yield answer;
      }
    };
  }

  private Answer opened(WorkerProcess fresh, Pending<Opening> pending) throws InterruptedException {
    Opening opening = awaited(pending);
    return converse(fresh, opening.request(), opening.patience(), true, _ -> {});
  }

  private Opening awaited(Pending<Opening> pending) throws InterruptedException {
    long began = System.nanoTime();
    try {
      return pending.await();
    } catch (InterruptedException | RuntimeException e) {
      discard();
      throw e;
    } finally {
      openingNanos -= System.nanoTime() - began;
    }
  }

  private static boolean isFromOutside(Answer answer) {
    return answer instanceof Answer.Lost lost && lost.loss().isDoubtful(true);
  }

  private EnvironmentException failed(Answer.Lost lost) {
    String what =
        isFromOutside(lost)
            ? "was killed or stopped %d times during its start. Last: ".formatted(STARTS)
            : "failed before any candidate ran: ";
    return new EnvironmentException(
        "Worker '%s' %s%s See %s."
            .formatted(name, what, lost.rejection().message(), launch.logs()));
  }

  /**
   * Repeats a lost {@link #exchange} once in a fresh process before blaming the request. An earlier
   * request, or another process, may have caused the loss. There is no second attempt if the
   * request ran into its limit, or if the process died by itself and had answered no other request.
   */
  public Answer confirmed(Request request, Duration limit, boolean eachStage)
      throws InterruptedException {
    turn.lockInterruptibly();
    try {
      live();
      boolean alone = answered == 0;
      Answer answer = exchange(request, limit, eachStage, _ -> {});
      return answer instanceof Answer.Lost lost && lost.loss().isDoubtful(alone)
          ? repeated(exchange(request, limit, eachStage, _ -> {}), lost)
          : answer;
    } finally {
      turn.unlock();
    }
  }

  /**
   * Sends a request and waits for its reply.
   *
   * @param limit for the whole exchange, or for each stage
   * @param eachStage whether every progress note renews the limit
   * @throws EnvironmentException if the worker reports that the machine is at fault, or if no fresh
   *     process starts
   */
  Answer exchange(
      Request request, Duration limit, boolean eachStage, Consumer<Reply.FinalsProgress> finals)
      throws InterruptedException {
    turn.lockInterruptibly();
    try {
      Answer answer = converse(live(), request, limit, eachStage, finals);
      return answer instanceof Answer.Lost(Rejected _, Reply.Progress last, Loss loss)
              && last.equals(NOTHING)
              && (loss == Loss.DIED || loss == Loss.KILLED)
          ? converse(live(), request, limit, eachStage, finals)
          : answer;
    } finally {
      turn.unlock();
    }
  }

  int ready() throws InterruptedException {
    turn.lockInterruptibly();
    try {
      live();
      return started;
    } finally {
      turn.unlock();
    }
  }

  public void discard() {
    turn.lock();
    try {
      if (process != null) {
        process.kill();
        process = null;
      }
    } finally {
      turn.unlock();
    }
  }

  long openingNanos() {
    turn.lock();
    try {
      return openingNanos;
    } finally {
      turn.unlock();
    }
  }

  long wayNanos() {
    turn.lock();
    try {
      return wayNanos;
    } finally {
      turn.unlock();
    }
  }

  public long pid() {
    WorkerProcess live = process;
    return live == null ? -1 : live.pid();
  }

  @Override
  public void close() {
    turn.lock();
    try {
      closed = true;
      if (process != null) {
        process.shutDown();
        process = null;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      discard();
    } finally {
      turn.unlock();
    }
  }

  private WorkerProcess live() throws InterruptedException {
    if (process != null && !process.isAlive()) {
      discard();
    }
    if (process == null) {
      open();
    }
    return java.util.Objects.requireNonNull(process);
  }

  private Answer converse(
      WorkerProcess worker,
      Request request,
      Duration limit,
      boolean eachStage,
      Consumer<Reply.FinalsProgress> finals)
      throws InterruptedException {
    Reply.Progress last = NOTHING;
    try {
      worker.send(request);
      long deadline = System.nanoTime() + limit.toNanos();
      long tellFrom = System.nanoTime();
      long tellAt = 0;
      String untold = "";
      while (true) {
        long now = System.nanoTime();
        long left = Math.max(0, deadline - now);
        long wait = Math.min(left, QUIET.toNanos());
        if (!untold.isEmpty()) {
          wait = Math.clamp(tellAt - now, 0, wait);
        }
        Optional<WorkerProcess.Event> event = worker.next(Duration.ofNanos(wait));
        switch (event.orElse(null)) {
          case null -> {
            if (!untold.isEmpty() && System.nanoTime() - tellAt >= 0) {
              launch.news().accept(untold);
              untold = "";
              tellFrom = System.nanoTime() + BETWEEN_NEWS.toNanos();
            }
            if (worker.isStopped()) {
              discard();
              return lost(
                  Rejection.TIMEOUT,
                  "The process was stopped (SIGSTOP)" + during(last) + ".",
                  last,
                  Loss.STOPPED);
            }
            if (System.nanoTime() - deadline >= 0) {
              discard();
              return lost(
                  Rejection.TIMEOUT,
                  "Timed out after " + seconds(limit) + during(last) + ".",
                  last,
                  Loss.OVERDUE);
            }
          }
          case WorkerProcess.Event.Silenced(String why) -> {
            ProcessExit death = worker.end(why);
            discard();
            return lost(death, last);
          }
          case WorkerProcess.Event.Said(Reply.Progress progress) -> {
            last = progress;
            untold = "";
            deadline = eachStage ? System.nanoTime() + limit.toNanos() : deadline;
          }
          case WorkerProcess.Event.Said(Reply.Preparing(String step, String shape)) -> {
            last = new Reply.Progress(step, shape, 0);
            untold = step;
            tellAt = Math.max(tellFrom, System.nanoTime() + LONG.toNanos());
            deadline = eachStage ? System.nanoTime() + limit.toNanos() : deadline;
          }
          case WorkerProcess.Event.Said(Reply.FinalsProgress progress) -> finals.accept(progress);
          case WorkerProcess.Event.Said(Reply.Resting(Duration time)) -> deadline += time.toNanos();
          case WorkerProcess.Event.Said(Reply.EnvironmentBroken(String message)) -> {
            discard();
            throw new EnvironmentException(message);
          }
          case WorkerProcess.Event.Said(Reply reply) -> {
            answered++;
            wayNanos += worker.wayNanos();
            return new Answer.Given(reply);
          }
        }
      }
    } catch (InterruptedException e) {
      discard();
      throw e;
    }
  }

  private static Answer repeated(Answer answer, Answer.Lost before) {
    return answer instanceof Answer.Lost(Rejected rejection, Reply.Progress last, Loss loss)
        ? new Answer.Lost(rejection.after(before.rejection()), last, loss)
        : answer;
  }

  private static Answer lost(ProcessExit exit, Reply.Progress last) {
    return lost(exit.reason(), exit.sentence(during(last)), last, exit.loss());
  }

  private static Answer lost(Rejection reason, String message, Reply.Progress last, Loss loss) {
    return new Answer.Lost(new Rejected(reason, last.shape(), message), last, loss);
  }

  /** The last stage, such as " during verification" or " while compiling the reference". */
  private static String during(Reply.Progress last) {
    String stage = last.stage();
    return stage.isEmpty() ? "" : (stage.matches("\\w+ing .*") ? " while " : " during ") + stage;
  }

  public static IllegalStateException unexpected() {
    return new IllegalStateException("The worker's reply does not fit the request.");
  }

  private static String seconds(Duration limit) {
    return new BigDecimal(limit.toMillis()).movePointLeft(3).stripTrailingZeros().toPlainString()
        + " s";
  }
}
