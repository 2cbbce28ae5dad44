package dev.evokernel.cli;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Sizes;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.RooflineStudy;
import dev.evokernel.tuning.Target;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "roofline",
    description = {
      "Shows by shape how close a kernel comes to the device's limits.",
      "The limits are measured once with probe kernels. Also suggests initial configurations."
    })
final class RooflineCommand implements Runnable {

  /** Reads {@code 256MiB} as bytes. */
  static final class SizeConverter implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
      try {
        long bytes = Sizes.parse(text);
        if (bytes > 0) {
          return bytes;
        }
      } catch (IllegalArgumentException | ArithmeticException e) {
        // Reported below.
      }
      throw new TypeConversionException("Invalid size '" + text + "'. Use 512MiB or 2GiB.");
    }
  }

  @Mixin private KernelOptions kernel = new KernelOptions();

  @Option(
      names = "--measure",
      description = "Measure the limits again, even if they are known for this driver.")
  private boolean measure;

  @Option(
      names = "--copy",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Size of the memory copy, for example 2GiB (default: larger than all caches).")
  private @Nullable Long copy;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Measure nothing; print N suggested configurations for evo.yaml.")
  private @Nullable Integer seeds;

  @Mixin private FormatOption format = new FormatOption();
  @Mixin private ResultsOption results = new ResultsOption();
  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    if (seeds != null) {
      Bounds.atLeast(1, "--seeds", seeds);
    }
    Target target = kernel.target(results.folder());
    try {
      print(target);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("Interrupted; no limits were stored.", e);
    }
  }

  private void print(Target target) throws InterruptedException {
    var study = new RooflineStudy(target, device.reservation());
    if (seeds == null) {
      OptionalLong bytes = copy == null ? OptionalLong.empty() : OptionalLong.of(copy);
      String command =
          Launcher.command("roofline " + kernel.words(target.device()) + results.words());
      format.print(spec, study.report(measure, bytes, command, News.of(spec)));
    } else {
      spec.commandLine().getOut().print(study.suggestions(seeds, News.of(spec)));
      spec.commandLine().getOut().flush();
    }
  }
}
