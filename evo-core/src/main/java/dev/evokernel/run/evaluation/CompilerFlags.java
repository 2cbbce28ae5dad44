package dev.evokernel.run.evaluation;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Variant;
import dev.evokernel.kernel.source.Source;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A check of the compiler flags of candidates.
 *
 * @param kernel as one backend sees it
 */
public record CompilerFlags(Kernel kernel) {

  /** Warns if no flag enables optimisation: a C compiler does not optimise by default. */
  public Optional<String> note() {
    return kernel.backend().equals("cpu")
        ? Stream.concat(Stream.of(kernel), kernel.variants().all().stream().map(Variant::kernel))
            .map(Kernel::source)
            .filter(source -> source.flags().stream().noneMatch(flag -> flag.contains("-O")))
            .findFirst()
            .map(this::unoptimised)
        : Optional.empty();
  }

  private String unoptimised(Source source) {
    return "warning: No flag of %s is -O, so its candidates are compiled without optimisation. Add flags: [-O3] to %s."
        .formatted(source.entry(), kernel.file());
  }
}
