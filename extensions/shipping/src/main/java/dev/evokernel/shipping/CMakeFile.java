package dev.evokernel.shipping;

import module java.base;

/**
 * The text of {@code CMakeLists.txt}: a target {@code evo::<kernel>} for builds to link.
 *
 * @param sources all sources, relative to the package's folder
 */
record CMakeFile(Shipment shipment, CompileCommand command, SortedSet<String> sources) {

  String text() {
    var texts = new LinkedHashMap<String, String>();
    texts.put("NAME", DispatchHeader.prefix(shipment));
    texts.put("MACRO", DispatchHeader.macro(shipment));
    texts.put("KERNEL", shipment.word());
    texts.put("RUN", shipment.history().run().id());
    texts.put("PREBUILT", shipment.isBuilt() || (shipment.isCuda() && allThere()) ? "ON" : "OFF");
    texts.put("ARCHITECTURE", command.architecture());
    texts.put(
        "TOOLS",
        Template.filled(shipment.isCuda() ? "tools.cuda.cmake" : "tools.cpu.cmake", texts));
    texts.put("LIBRARIES", shipment.isCuda() ? "CUDA::cuda_driver m" : "${CMAKE_DL_LIBS} m");
    texts.put(
        "SOURCES",
        sources.stream()
            .map(source -> "    " + quoted(source) + "\n")
            .collect(Collectors.joining()));
    texts.put(
        "BINARIES",
        (shipment.isBuilt() ? unbuildable() : "")
            + shipment.compiled().stream()
                .flatMap(
                    shipped -> shipped.binaries().stream().map(binary -> call(shipped, binary)))
                .collect(Collectors.joining()));
    return Template.filled("CMakeLists.txt", texts);
  }

  private String unbuildable() {
    return "  message(FATAL_ERROR \"CMake cannot build '%s': its own build program made binaries. Set %s_PREBUILT.\")\n"
        .formatted(shipment.word(), DispatchHeader.macro(shipment));
  }

  private boolean allThere() {
    return shipment.binaries().allMatch(binary -> binary.compiled().isPresent());
  }

  private String call(ShippedConfiguration shipped, ShippedBinary binary) {
    var words = new ArrayList<String>(command.flags(shipped, binary));
    words.addAll(command.units(shipped));
    if (!shipment.isCuda()) {
      words.add("-lm");
    }
    return "  %s_binary(%s\n    %s)\n"
        .formatted(
            DispatchHeader.prefix(shipment),
            quoted(shipment.file(binary)),
            words.stream().map(CMakeFile::quoted).collect(Collectors.joining(" ")));
  }

  private static String quoted(String word) {
    return "\"" + word.replaceAll("[\\\\\"$;]", "\\\\$0") + "\"";
  }
}
