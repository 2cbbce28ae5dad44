package dev.evokernel.fleet.session;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.fleet.tls.TlsFolder;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.text.Durations;
import dev.evokernel.text.YamlText;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.HeldResources;
import dev.evokernel.tuning.device.KernelOnDevice;
import dev.evokernel.tuning.device.SessionStart;
import dev.evokernel.tuning.session.DeviceSource;
import dev.evokernel.tuning.session.EarlierRun;
import dev.evokernel.tuning.session.SharedRuns;

/**
 * Section {@code fleet} of a job: devices of other hosts.
 *
 * @param listen address of the broker
 * @param tls the folder of the coordinator's certificates, absolute; empty for plain text, which
 *     only loopback allows
 * @param lostAfter silence after which a worker is lost
 */
public record FleetSection(FleetAddress listen, Optional<Path> tls, Duration lostAfter)
    implements DeviceSource {

  static final String KEY = "fleet";

  /**
   * @throws IllegalArgumentException if other machines reach the address without TLS, or the
   *     silence is too short
   */
  public FleetSection {
    FleetSettings.requireLostAfter(lostAfter);
    tls = tls.map(folder -> folder.toAbsolutePath().normalize());
    if (tls.isEmpty()) {
      var _ = new FleetSettings(listen, Optional.empty());
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String text() {
    var keys = new LinkedHashMap<String, Object>();
    keys.put("listen", listen.toString());
    tls.ifPresent(folder -> keys.put("tls", folder.toString()));
    keys.put("lost_after", new YamlText.Word(Durations.text(lostAfter)));
    return YamlText.of(keys);
  }

  /**
   * Loads and checks the certificates as far as possible before a worker connects.
   *
   * @throws EnvironmentException if the certificates are missing, unreadable, or not for the
   *     address
   */
  public FleetSettings settings(Instant now) {
    return new FleetSettings(
        listen,
        tls.map(folder -> TlsFolder.coordinator(folder, listen, now)),
        lostAfter,
        FleetSettings.PATIENCE);
  }

  @Override
  public void check(Job job) {
    var _ = FleetKernel.valid(job);
  }

  @Override
  public KernelOnDevice open(
      Job job, String run, Set<String> models, Consumer<String> news, HeldResources held)
      throws InterruptedException {
    return FleetKernel.alone(job, FleetPort.listen(job, this, run, news, held), models);
  }

  @Override
  public SharedRuns begin(
      Job job, DeviceReservation reservation, SessionStart start, Consumer<String> news)
      throws InterruptedException {
    return FleetSession.begin(job, this, reservation, start, news);
  }

  @Override
  public SharedRuns resume(
      Map<EarlierRun, Job> runs,
      DeviceReservation reservation,
      SessionStart start,
      Consumer<String> news)
      throws InterruptedException {
    return FleetSession.resume(runs, this, reservation, start, news);
  }
}
