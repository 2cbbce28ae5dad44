package dev.evokernel.worker;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one worker process alive and open for its job, one exchange at a time.
 *
 * <p>A process that dies or exceeds its limit is killed; the next exchange starts another. A
 * process that dies before it has begun on a request was not killed by that request, which is then
 * tried once more.
 */
final class Supervisor implements AutoCloseable {

  /** How an exchange ended. */
  sealed interface Answer {

    record Given(Reply reply) implements Answer {}

    /**
     * The process is lost.
     *
     * @param last the last progress it reported
     */
    record Lost(Rejected rejection, Reply.Progress last) implements Answer {}
  }

  private static final Reply.Progress NOTHING = new Reply.Progress("", "", 0);

  private final LaunchSpec launch;
  private final String name;
  private final Request opening;
  private final Duration patience;
  private final ReentrantLock turn = new ReentrantLock();
  private @Nullable WorkerProcess process;
  private boolean closed;
  private int started;
  private long openingNanos;

  /**
   * @param opening the request that opens the job in a fresh process
   * @param patience how long each stage of the opening may take
   */
  Supervisor(LaunchSpec launch, String name, Request opening, Duration patience) {
    this.launch = launch;
    this.name = name;
    this.opening = opening;
    this.patience = patience;
  }

  /**
   * Starts a process and opens the job in it.
   *
   * @throws EnvironmentException if either fails
   */
  Reply open() throws InterruptedException {
    turn.lockInterruptibly();
    long began = System.nanoTime();
    try {
      if (closed) {
        throw new IllegalStateException("Worker '" + name + "' is closed.");
      }
      WorkerProcess fresh = WorkerProcess.start(launch, name);
      process = fresh;
      started++;
      return switch (converse(fresh, opening, patience, true)) {
        case Answer.Given(Reply reply) -> reply;
        case Answer.Lost(Rejected rejection, Reply.Progress _) ->
            throw new EnvironmentException(
                "Worker '%s' failed before any candidate ran: %s See %s."
                    .formatted(name, rejection.message(), launch.logs()));
      };
    } finally {
      openingNanos += System.nanoTime() - began;
      turn.unlock();
    }
  }

  /**
   * One request and its reply.
   *
   * @param limit for the whole exchange, or for each stage
   * @param eachStage whether every progress note renews the limit
   * @throws EnvironmentException if the worker says that the machine is at fault, or no fresh
   *     process comes up
   */
  Answer exchange(Request request, Duration limit, boolean eachStage) throws InterruptedException {
    turn.lockInterruptibly();
    try {
      Answer answer = converse(live(), request, limit, eachStage);
      return answer instanceof Answer.Lost(Rejected rejection, Reply.Progress last)
              && last.equals(NOTHING)
              && rejection.reason() != Rejection.TIMEOUT
          ? converse(live(), request, limit, eachStage)
          : answer;
    } finally {
      turn.unlock();
    }
  }

  /**
   * Starts a process for the next exchange unless one is alive.
   *
   * @return how many have been started so far
   * @throws EnvironmentException if none comes up
   */
  int ready() throws InterruptedException {
    turn.lockInterruptibly();
    try {
      live();
      return started;
    } finally {
      turn.unlock();
    }
  }

  /** Kills the process; the next exchange starts another. */
  void discard() {
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

  /** Time spent on starting processes and opening the job, of all of them together. */
  long openingNanos() {
    turn.lock();
    try {
      return openingNanos;
    } finally {
      turn.unlock();
    }
  }

  /** The process's id, or -1 when there is none. */
  long pid() {
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

  private Answer converse(WorkerProcess worker, Request request, Duration limit, boolean eachStage)
      throws InterruptedException {
    Reply.Progress last = NOTHING;
    try {
      worker.send(request);
      long deadline = System.nanoTime() + limit.toNanos();
      while (true) {
        Optional<WorkerProcess.Event> event =
            worker.next(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        switch (event.orElse(null)) {
          case null -> {
            discard();
            return lost(Rejection.TIMEOUT, "No end after " + seconds(limit), last);
          }
          case WorkerProcess.Event.Silenced(String why) -> {
            ProcessExit death = worker.end(why);
            discard();
            return lost(death.reason(), "The process died of " + death.description(), last);
          }
          case WorkerProcess.Event.Said(Reply.Progress progress) -> {
            last = progress;
            deadline = eachStage ? System.nanoTime() + limit.toNanos() : deadline;
          }
          case WorkerProcess.Event.Said(Reply.Resting(Duration time)) -> deadline += time.toNanos();
          case WorkerProcess.Event.Said(Reply.EnvironmentBroken(String message)) -> {
            discard();
            throw new EnvironmentException(message);
          }
          case WorkerProcess.Event.Said(Reply reply) -> {
            return new Answer.Given(reply);
          }
        }
      }
    } catch (InterruptedException e) {
      discard();
      throw e;
    }
  }

  private static Answer lost(Rejection reason, String what, Reply.Progress last) {
    String where = last.stage().isEmpty() ? "" : " at stage '" + last.stage() + "'";
    return new Answer.Lost(new Rejected(reason, last.shape(), what + where + "."), last);
  }

  private static String seconds(Duration limit) {
    return limit.toMillis() / 1000.0 + " s";
  }
}
