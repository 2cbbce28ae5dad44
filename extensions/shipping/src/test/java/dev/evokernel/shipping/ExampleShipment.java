package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Subject;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.store.Workload;

/** A shipment of one of the repository's kernels or of its tests, as if a run had chosen it. */
final class ExampleShipment {

  private ExampleShipment() {}

  static Kernel kernel(String name, String backend) {
    return Stream.of("../kernels", "../kernel-runtime/src/test/resources/kernels")
        .map(folder -> Path.of(folder, name).toAbsolutePath().normalize())
        .filter(Files::isDirectory)
        .findFirst()
        .map(folder -> KernelFile.at(folder).read(backend))
        .orElseThrow();
  }

  /** The default and, of a kernel with variants, that of each; every shape served by the first. */
  static List<Configuration> defaults(Kernel kernel) {
    var all = new ArrayList<Configuration>(List.of(kernel.defaultConfiguration()));
    for (Variant variant : kernel.variants().all()) {
      if (!all.contains(variant.kernel().defaultConfiguration())) {
        all.add(variant.kernel().defaultConfiguration());
      }
    }
    return all;
  }

  /** The numbers of the candidates begin with 7. */
  static Shipment of(
      Kernel kernel, List<Configuration> configurations, Optional<DispatchRule> rule) {
    var chosen = new LinkedHashMap<OptionalInt, Configuration>();
    configurations.forEach(one -> chosen.put(OptionalInt.of(7 + chosen.size()), one));
    var served = new ArrayList<Shipment.ServedShape>();
    for (Shape shape : kernel.shapes()) {
      served.add(
          new Shipment.ServedShape(
              shape,
              served.size() % configurations.size(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()));
    }
    return new Shipment(
        history(kernel),
        "Portfolio of an example.",
        kernel,
        Shipment.configurations(kernel, chosen, kernel.shapes()),
        served,
        rule,
        rule.isPresent() ? "40 drawn shapes" : "");
  }

  /** Asks whether a feature is at most a threshold: then the last one, otherwise the first. */
  static DispatchRule rule(Kernel kernel, String feature, long threshold, int configurations) {
    return new DispatchRule.Split(
        ShapeFeatures.of(kernel, List.of(), OptionalLong.empty()).atMost(feature, threshold),
        new DispatchRule.Leaf(List.of(configurations - 1)),
        new DispatchRule.Leaf(List.of(0)));
  }

  private static RunHistory history(Kernel kernel) {
    var record =
        new RunRecord(
            kernel.name().replaceAll("[^\\w.-]+", "-") + "-20261122-200000",
            new Subject(
                kernel.name(),
                kernel.folder().toString(),
                "0123456789abcdef",
                kernel.backend(),
                kernel.parameters(),
                kernel.defaultConfiguration(),
                kernel.shapes().stream().map(shape -> new Workload(shape, 1, 1)).toList(),
                Optional.empty(),
                WrittenMacros.NONE),
            new Provenance(
                kernel.backend().equals("cpu")
                    ? Backend.named("cpu").devices().getFirst()
                    : new DeviceIdentity("cuda:0", "NVIDIA H200", "580"),
                "NVRTC 13.0",
                "host",
                Optional.empty(),
                "0.2.0",
                Optional.of("sm_90"),
                Optional.empty(),
                Optional.empty(),
                false),
            "kernel: kernels/" + kernel.name() + "\n",
            42,
            Objective.DEFAULT,
            Instant.parse("2026-11-22T20:00:00Z"));
    return Examples.history(
        new StoredRun(
            record,
            RunStatus.FINISHED,
            Optional.empty(),
            Duration.ZERO,
            TimeBudget.NONE,
            Optional.empty()),
        List.of(),
        Optional.empty());
  }
}
