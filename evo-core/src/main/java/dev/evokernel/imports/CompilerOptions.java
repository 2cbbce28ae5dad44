package dev.evokernel.imports;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A T1 file's compiler options as flags of a kernel.
 *
 * @param file at whose folder relative paths begin
 * @param notes to which it adds what it leaves out
 */
record CompilerOptions(Path file, String backend, List<String> notes) {

  List<String> of(Optional<T1Node> given) {
    var flags = new ArrayList<String>();
    List<String> words = new ArrayList<>();
    given.stream()
        .flatMap(it -> it.elements().stream())
        .forEach(it -> words.addAll(List.of(it.text().split("\\s+", -1))));
    words.removeIf(String::isBlank);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (backend.equals("cuda") && word.matches("-{1,2}std=.*")) {
        notes.add("CompilerOptions: " + word + " is left out, evo compiles CUDA as C++17");
      } else if (word.matches("(-arch|--gpu-architecture|-gencode|--generate-code|-code)\\b.*")) {
        notes.add("CompilerOptions: " + word + " is left out, evo compiles for the device");
        i += word.contains("=") ? 0 : 1;
      } else if (word.equals("-I") && i + 1 < words.size()) {
        flags.add("-I" + resolved(words.get(++i)));
      } else if (word.startsWith("-I")) {
        flags.add("-I" + resolved(word.substring(2)));
      } else {
        flags.add(word);
      }
    }
    if (backend.equals("cpu") && flags.stream().noneMatch(it -> it.startsWith("-O"))) {
      flags.addFirst("-O2");
      notes.add("CompilerOptions has no -O: -O2 is added");
    }
    return flags;
  }

  private Path resolved(String folder) {
    return file.toAbsolutePath().resolveSibling(folder).normalize();
  }
}
