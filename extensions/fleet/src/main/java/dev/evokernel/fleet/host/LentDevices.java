package dev.evokernel.fleet.host;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.spec.Host;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.LockOwner;
import dev.evokernel.tuning.device.ChosenDevice;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.HeldResources;
import dev.evokernel.worker.tool.ProcessTable;
import dev.evokernel.workers.WorkerLayout;

/**
 * Devices that a worker lends, with their locks.
 *
 * @param apart a suffix that makes these devices a model of their own; empty for none
 */
public record LentDevices(ChosenDevice chosen, String apart, HeldResources held)
    implements AutoCloseable {

  /** Owner of a worker's locks. */
  private static final String WORKER = "evo worker";

  /** Time for the end of a killed worker. */
  private static final Duration END = Duration.ofSeconds(10);

  /**
   * Takes the locks.
   *
   * @param wish devices as in a job; {@code auto} for all GPUs of the first one's model, or else
   *     the CPU
   * @param apart a suffix that makes these devices a model of their own; empty for none
   * @param folder the worker's folder
   * @throws EnvironmentException if a device does not exist, or another process uses it
   */
  public static LentDevices hold(String wish, String apart, Path folder, Consumer<String> news)
      throws InterruptedException {
    List<String> backends = Backend.all().stream().map(Backend::name).toList();
    boolean gpus = !Backend.named("cuda").devices().isEmpty();
    ChosenDevice chosen =
        ChosenDevice.choose(wish.equals("auto") ? gpus ? "cuda:all" : "cpu" : wish, backends);
    try (var held = new HeldResources()) {
      for (ChosenDevice device : chosen.apart()) {
        DeviceReservation reservation =
            endsStopped(device, news) ? new DeviceReservation(END) : DeviceReservation.AT_ONCE;
        held.add(reservation.hold(device, () -> WORKER, folder, news), FileLock::close);
      }
      return new LentDevices(chosen, apart, held.handedOver());
    }
  }

  /**
   * Kills a stopped worker that holds a device. Its coordinator has lost or left it, and it cannot
   * notice the end of its pipe.
   *
   * @return whether the lock will be free soon
   */
  private static boolean endsStopped(ChosenDevice device, Consumer<String> news) {
    Path file =
        DeviceLock.file(
            DeviceLock.folder(System.getenv()), device.backend(), device.device());
    Optional<LockOwner> owner;
    try {
      owner = FileLock.look(file).flatMap(FileLock.Answer.Held::by);
    } catch (IOException e) {
      return false; // The reservation says why.
    }
    boolean ends =
        owner
            .filter(other -> other.run().equals(WORKER) && other.host().equals(Host.name()))
            .filter(other -> ProcessTable.isStopped(other.pid()))
            .flatMap(other -> ProcessHandle.of(other.pid()))
            .map(ProcessHandle::destroyForcibly)
            .orElse(false);
    if (ends) {
      news.accept(
          "Killed process %d, a stopped worker (SIGSTOP) that held device %s."
              .formatted(owner.orElseThrow().pid(), device.device().id()));
    }
    return ends;
  }

  public List<OfferedDevice> offered() {
    int devices = chosen.devices().size();
    int compilers = WorkerLayout.of(chosen.backend(), devices).compileWorkers();
    var offered = new ArrayList<OfferedDevice>();
    for (int i = 0; i < devices; i++) {
      int share = Math.max(1, (compilers + i) / devices);
      offered.add(OfferedDevice.of(chosen.backend(), chosen.devices().get(i), apart, share));
    }
    return offered;
  }

  /** Devices as text, for example {@code cuda:0, cuda:1 (NVIDIA H200)}. */
  public String text() {
    return OfferedDevice.text(offered());
  }

  @Override
  public void close() {
    held.close();
  }
}
