package dev.evokernel.cli;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.config.Job;
import dev.evokernel.kernel.Shape;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.roofline.HardwareSeeds;
import dev.evokernel.schedule.LimitProbe;
import dev.evokernel.search.Seed;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.ResultStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The configurations that a device suggests, with the device asked where nobody did yet. */
final class HardwareSeeding {

  private HardwareSeeding() {}

  /**
   * Those that a job asks for.
   *
   * @throws BadInputException if nothing follows from its device
   */
  static List<Seed> of(Job job, Setting setting, List<Shape> shapes) throws InterruptedException {
    if (job.seeding().hardware() == 0) {
      return List.of();
    }
    requireDevice(job, setting);
    DeviceLimits limits = limits(setting.chosen(), job.results(), _ -> {});
    var derived = new HardwareSeeds(setting.kernel(), shapes, limits);
    List<Seed> seeds = derived.best(job.seeding().hardware());
    if (seeds.isEmpty()) {
      throw new BadInputException(
          "%s asks for 'seeding: {hardware: %d}'. %s Leave the key out."
              .formatted(
                  job.file(),
                  job.seeding().hardware(),
                  Setting.nothingToDerive(setting.kernel(), derived.parameters())));
    }
    return seeds;
  }

  /** A recording tells nothing of the device that it was taken on. */
  static void requireDevice(Job job, Setting setting) {
    if (job.seeding().hardware() > 0 && setting.chosen().backend() instanceof ReplayBackend) {
      throw new BadInputException(
          "%s asks for 'seeding: {hardware: %d}', and a recording does not tell its device's limits. Leave the key out, or choose another 'device'."
              .formatted(job.file(), job.seeding().hardware()));
    }
  }

  /** As the results know them, or as the device tells. */
  static DeviceLimits limits(Devices chosen, Path results, Consumer<String> progress)
      throws InterruptedException {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (Files.exists(file)) {
      try (ResultStore store = ResultStore.open(file)) {
        Optional<MeasuredLimits> known = store.limits(chosen.backend().name(), chosen.device());
        if (known.isPresent()) {
          return known.get().limits();
        }
      }
    }
    try (Scratch scratch = Scratch.make()) {
      return new LimitProbe(
              chosen.backend(), chosen.device(), scratch.folder(), InstantSource.system(), progress)
          .describe();
    }
  }
}
