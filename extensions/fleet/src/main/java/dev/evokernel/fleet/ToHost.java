package dev.evokernel.fleet;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.workers.InstrumentedLaunch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Message from a coordinator to a host. Processes have numbers, which the coordinator chooses. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
sealed interface ToHost {

  /** Sign of life. */
  record Alive() implements ToHost {}

  /** Run to open; answered by {@link FromHost.Wanted} for missing files, then by the outcome. */
  record OpenRun(String run, SharedKernel kernel) implements ToHost {}

  /** Content of a requested file, which follows the message. */
  record Content(String digest) implements ToHost {}

  /** End of a run on this host, whose files may go. */
  record CloseRun(String run) implements ToHost {}

  /** Start of a worker process for an open run, as local runs start theirs. */
  record Start(int process, String run, String name, int niceness) implements ToHost {}

  record Ask(int process, Request request) implements ToHost {}

  record Kill(int process) implements ToHost {}

  /** Question; answered by {@link FromHost.Exist}. */
  record DoExist(int question, List<Path> files) implements ToHost {}

  /** Launch under the sanitizer; answered by {@link FromHost.Sanitized}. */
  record Sanitize(int question, String run, InstrumentedLaunch launch, String name, Duration limit)
      implements ToHost {}
}
