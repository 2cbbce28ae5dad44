package dev.evokernel.shipping;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How a binary is compiled from the package's sources: as evo compiled it, but for paths.
 *
 * @param root the folder that the run's copy of the kernel, and of those beside it, lies in
 */
record CompileCommand(Shipment shipment, Path root) {

  /** Where sources lie in the package. */
  static final String SOURCES = "sources";

  /** A source of the package, relative to the folder of the manifest. */
  String file(Path source) {
    return SOURCES + "/" + root.relativize(source).toString().replace('\\', '/');
  }

  /** The flags that decide what the binary is, without the compiler's name and files. */
  List<String> flags(ShippedConfiguration one, ShippedBinary binary) {
    Source source = one.source();
    var flags = new ArrayList<String>();
    if (shipment.isCuda()) {
      flags.addAll(List.of("-cubin", "--std=c++17", "-lineinfo"));
      source.files().stream().map(file -> "-I" + folder(file(file))).distinct().forEach(flags::add);
    } else {
      flags.addAll(List.of("-shared", "-fPIC", "-std=gnu11", "-Wl,-z,defs"));
    }
    flags.addAll(source.flags());
    Configuration macros = one.macros().and(binary.macros());
    macros.values().entrySet().stream()
        .map(macro -> "-D" + macro.getKey() + "=" + macro.getValue().macro())
        .sorted()
        .forEach(flags::add);
    return flags;
  }

  /** What the compiler is given. */
  List<String> units(ShippedConfiguration one) {
    return shipment.isCuda()
        ? List.of(unit(one))
        : one.kernel().source().files().stream().map(this::file).toList();
  }

  /** The file that a configuration is compiled from on a GPU: it includes the sources in order. */
  String unit(ShippedConfiguration one) {
    return SOURCES + "/" + shipment.word() + "-" + one.position() + ".cu";
  }

  /** The content of {@link #unit}. */
  String unitText(ShippedConfiguration one) {
    Source source = one.source();
    String includes =
        source.files().stream()
            .map(file -> "#include \"%s\"\n".formatted(file(file).substring(SOURCES.length() + 1)))
            .collect(Collectors.joining());
    // A template is instantiated where its address is taken.
    return source.entry().contains("<")
        ? includes
            + "\nextern const void* const evo_entry;\nconst void* const evo_entry = (const void*)(%s);\n"
                .formatted(source.entry())
        : includes;
  }

  /**
   * A whole command line for a shell in the folder of the manifest; none where a program of the
   * kernel's own built the binary.
   */
  List<String> words(ShippedConfiguration one, ShippedBinary binary) {
    if (one.isBuilt()) {
      return List.of();
    }
    var words = new ArrayList<String>();
    words.add(shipment.isCuda() ? "nvcc" : "cc");
    if (shipment.isCuda()) {
      words.add("--gpu-architecture=" + architecture());
    }
    words.addAll(flags(one, binary));
    words.addAll(units(one));
    if (!shipment.isCuda()) {
      words.add("-lm");
    }
    words.addAll(List.of("-o", shipment.file(binary)));
    return words;
  }

  /**
   * That of {@code kernel.yaml}, or the device's, for example {@code sm_90a}: with the features of
   * just this architecture, where it has some.
   */
  String architecture() {
    String said = shipment.kernel().source().architecture();
    if (!said.isEmpty()) {
      return said;
    }
    String known = shipment.history().run().provenance().architecture().orElse("sm_80");
    return known.matches("sm_(9|1\\d)\\d") ? known + "a" : known;
  }

  private static String folder(String file) {
    return Objects.requireNonNull(Path.of(file).getParent()).toString().replace('\\', '/');
  }
}
