package dev.evokernel.fleet;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.ProcessExit;
import dev.evokernel.worker.protocol.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Message from a host to its coordinator. A message with impossible values cannot be constructed,
 * so that it fails when it is read.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
sealed interface FromHost {

  /** First message: the host's name and its devices. */
  record Hello(String host, List<OfferedDevice> devices) implements FromHost {

    private static final int DEVICES = 256;

    public Hello {
      OfferedDevice.requireName("The host's name", host);
      devices = List.copyOf(devices);
      if (devices.isEmpty() || devices.size() > DEVICES) {
        throw new IllegalArgumentException(
            "A host must offer 1 to %d devices, was %d.".formatted(DEVICES, devices.size()));
      }
    }
  }

  record Alive(List<Integer> stopped) implements FromHost {}

  /** Request for files; each is answered by a {@link ToHost.Content}. */
  record Wanted(String run, List<String> digests) implements FromHost {
    public Wanted {
      digests = digests.stream().map(SharedKernel.ContentStore::requireDigest).distinct().toList();
    }
  }

  /**
   * Open run.
   *
   * @param kernelFile the {@code kernel.yaml} on the host
   * @param cache the folder of binaries on the host
   * @param logs the folder of the processes' output on the host
   * @param sanitizer estimated time of a launch under the sanitizer; empty without one
   */
  record RunOpened(String run, Path kernelFile, Path cache, Path logs, Optional<Duration> sanitizer)
      implements FromHost {}

  record RunNotOpened(String run, String why) implements FromHost {}

  record Started(int process, long pid) implements FromHost {}

  record NotStarted(int process, String why) implements FromHost {}

  /**
   * Reply of a process.
   *
   * @param heldNanos time since the host passed on the request, by the host's clock
   */
  record Said(int process, Reply reply, long heldNanos) implements FromHost {

    public Said {
      if (heldNanos < 0) {
        throw new IllegalArgumentException("heldNanos must be ≥ 0, was " + heldNanos + ".");
      }
    }
  }

  /** End of a process, which may not have sent a reply. */
  record Ended(int process, ProcessExit exit) implements FromHost {}

  record Exist(int question, boolean all) implements FromHost {}

  /**
   * @param broken the host's failure; empty if the tools worked
   */
  record Sanitized(int question, Optional<Rejected> finding, Optional<String> broken)
      implements FromHost {}
}
