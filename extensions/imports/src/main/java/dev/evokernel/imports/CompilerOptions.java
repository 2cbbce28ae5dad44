package dev.evokernel.imports;

import module java.base;

/**
 * Translates compiler options of a T1 file to flags of {@code kernel.yaml}.
 *
 * @param file the T1 file; relative paths start in its folder
 * @param notes receives the omitted options
 */
record CompilerOptions(Path file, String backend, List<String> notes) {

  List<String> of(Optional<T1Node> given) {
    var flags = new ArrayList<String>();
    List<String> words =
        given.stream()
            .flatMap(list -> list.elements().stream())
            .flatMap(option -> Stream.of(option.text().split("\\s+", -1)))
            .filter(word -> !word.isEmpty())
            .toList();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (backend.equals("cuda") && word.matches("-{1,2}std=.*(98|03|0x|11|14|17)")) {
        notes.add("CompilerOptions: " + word + " is omitted: evo compiles CUDA as C++17");
      } else if (word.matches("(-arch|--gpu-architecture|-gencode|--generate-code|-code)\\b.*")) {
        notes.add("CompilerOptions: " + word + " is omitted: evo compiles for the device");
        i += word.contains("=") ? 0 : 1;
      } else if (word.equals("-I") && i + 1 < words.size()) {
        flags.add("-I" + resolved(words.get(++i)));
      } else if (word.startsWith("-I")) {
        flags.add("-I" + resolved(word.substring(2)));
      } else {
        flags.add(word);
      }
    }
    if (backend.equals("cpu") && flags.stream().noneMatch(flag -> flag.startsWith("-O"))) {
      flags.addFirst("-O2");
      notes.add("CompilerOptions has no -O level: added -O2");
    }
    return flags;
  }

  private Path resolved(String folder) {
    return file.toAbsolutePath().resolveSibling(folder).normalize();
  }
}
