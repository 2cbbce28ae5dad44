package dev.evokernel.cli;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.Target;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

public final class KernelOptions {

  @Parameters(paramLabel = "KERNEL", description = "A kernel's folder, for example kernels/gemm.")
  private Path kernel = Path.of("");

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "auto",
      description = "auto, cpu, cuda or cuda:0 (default: ${DEFAULT-VALUE}).")
  private String device = "auto";

  @Mixin private ShapesOption shapes = new ShapesOption();
  @Mixin private VariantOption variants = new VariantOption();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /**
   * Resolves the options on this machine.
   *
   * @throws BadInputException if the kernel, device, shape or variant does not exist
   */
  public Target target(Path results) {
    return Target.of(kernel, device, shapes.names(), variants.names(), results);
  }

  /** Options that repeat the choice, with the chosen device. */
  public String words(DeviceIdentity device) {
    return "%s --device %s%s"
        .formatted(
            Launcher.path(kernel), device.id(), GivenOptions.of(spec, "--shapes", "--variant"));
  }
}
