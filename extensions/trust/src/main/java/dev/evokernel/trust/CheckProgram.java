package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.Rejection;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A program that judges outputs, alive across candidates.
 *
 * <p>A question at which the process ends is asked once more in a fresh process, unless the
 * question ran into the limit: an earlier question may have caused the end. The fresh process ends
 * after its answer, because files and threads opened during a candidate count as the candidate's
 * leftovers. {@link #ready} starts the next lasting process.
 */
final class CheckProgram implements AutoCloseable {

  private final Kernel kernel;
  private final String name;
  private final List<String> words;
  private final Duration limit;
  private final boolean rests;
  private @Nullable ToolProcess process;

  /**
   * @param name the check's name in the kernel's file
   * @param limit for the start, and for each answer
   * @param rests whether the program is stopped between questions
   */
  CheckProgram(Kernel kernel, String name, List<String> words, Duration limit, boolean rests) {
    this.kernel = kernel;
    this.name = name;
    this.words = List.copyOf(words);
    this.limit = limit;
    this.rests = rests;
  }

  void ready() {
    if (running() == null) {
      close();
      process = started();
    }
  }

  Optional<String> fault(Map<String, Object> question) {
    ToolProcess asked = running();
    if (asked != null) {
      try {
        return answer(asked, question);
      } catch (ToolFailure first) {
        if (asked.isUsable()) {
          throw new EnvironmentException(said("refuses to judge: " + first.reason()));
        }
        if (first.timedOut()) {
          throw new RejectionException(Rejection.TIMEOUT, said("says nothing. " + first.reason()));
        }
      }
    }
    try (ToolProcess fresh = started()) {
      return answer(fresh, question);
    } catch (ToolFailure second) {
      throw new RejectionException(
          second.timedOut() ? Rejection.TIMEOUT : Rejection.WRONG_RESULT,
          said("gives no verdict. " + second.reason()));
    }
  }

  private Optional<String> answer(ToolProcess asked, Map<String, Object> question) {
    JsonNode answer = asked.ask(question, limit);
    if (answer.path("right").asBoolean(false)) {
      return Optional.empty();
    }
    if (!answer.hasNonNull("wrong")) {
      throw asked.lost(
          "answered 'check' with %s, and not with {\"right\": true} or {\"wrong\": \"what and where\"}"
              .formatted(answer));
    }
    String wrong = answer.get("wrong").asString("").strip();
    return Optional.of(said("says: " + (wrong.isEmpty() ? "wrong" : wrong)));
  }

  private @Nullable ToolProcess running() {
    return process != null && process.isUsable() ? process : null;
  }

  private ToolProcess started() {
    try {
      ToolProcess next = ToolProcess.start(words, kernel.folder(), Map.of(), rests);
      next.open(kernel.name(), ToolProcess.Exchange.CHECK, limit);
      return next;
    } catch (ToolFailure e) {
      throw new EnvironmentException(
          said(
              "is not ready: %s Maybe run it by hand in %s."
                  .formatted(e.reason(), kernel.folder())));
    }
  }

  private String said(String what) {
    return "The check '%s' of kernel '%s' %s".formatted(name, kernel.name(), what);
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
      process = null;
    }
  }
}
