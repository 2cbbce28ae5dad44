package dev.evokernel.backend.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolProcessIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Answers with its own number. */
  private static final String ANSWERS =
      "while read -r question; do echo \"{\\\"pid\\\": $$}\"; done";

  @TempDir Path folder;

  private ToolProcess start(boolean rests) {
    return ToolProcess.start(List.of("sh", "-c", ANSWERS), folder, Map.of(), rests);
  }

  private static long ask(ToolProcess process) throws InterruptedException {
    return process.ask(Map.of("time", 1), LIMIT).get("pid").asLong();
  }

  /** The letter that the system has for what a process is at; T for one that stands still. */
  private static char state(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }

  @Test
  void ask_whereItRests_findsItStandingStillBetweenTwoAnswers() throws Exception {
    try (ToolProcess process = start(true)) {
      long pid = ask(process);
      while (state(pid) != 'T') {
        Thread.onSpinWait(); // A signal takes a moment; the timeout ends this if it never comes.
      }
      assertThat(ask(process)).isEqualTo(pid);
    }
  }

  @Test
  void ask_whereItDoesNot_leavesItAsItIs() throws Exception {
    try (ToolProcess process = start(false)) {
      long pid = ask(process);
      assertThat(ask(process)).isEqualTo(pid);
      assertThat(state(pid)).isNotEqualTo('T');
    }
  }
}
