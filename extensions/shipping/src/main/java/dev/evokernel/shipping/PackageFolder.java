package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.tuning.device.BadInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Folder that a package is written to. Deletes only files that the earlier package's manifest
 * lists.
 *
 * @param files the earlier package's files, relative; empty without an earlier package
 */
record PackageFolder(Path path, List<String> files) {

  PackageFolder {
    files = List.copyOf(files);
  }

  /**
   * @throws BadInputException if the folder has files, but no package's manifest
   */
  static PackageFolder at(Path path) throws IOException {
    if (!Files.exists(path)) {
      return new PackageFolder(path, List.of());
    }
    if (!Files.isDirectory(path)) {
      throw new BadInputException(
          "--to: %s is a file. Name an existing folder or a new one.".formatted(path));
    }
    Path manifest = path.resolve(Manifest.FILE);
    if (Files.isRegularFile(manifest)) {
      return new PackageFolder(path, listed(manifest));
    }
    try (Stream<Path> all = Files.list(path)) {
      Optional<Path> first = all.findAny();
      if (first.isPresent()) {
        throw foreign(path, "has " + first.get().getFileName());
      }
    }
    return new PackageFolder(path, List.of());
  }

  private static BadInputException foreign(Path path, String why) {
    return new BadInputException(
        "--to: %s is not empty and evo did not write it: the folder %s. Name a new folder, or empty this one yourself."
            .formatted(path, why));
  }

  private static List<String> listed(Path manifest) throws IOException {
    var files = new ArrayList<String>();
    try {
      JsonNode json = JsonMapper.shared().readTree(Files.readString(manifest));
      if (Manifest.FORMAT.equals(json.path("format").asString(""))) {
        json.path("files").forEach(file -> files.add(file.path("file").asString("")));
        files.add(Manifest.FILE);
      }
    } catch (JacksonException _) {
      files.clear();
    }
    if (files.isEmpty()) {
      throw foreign(
          Objects.requireNonNull(manifest.getParent()), "has a manifest.json of another program");
    }
    return files;
  }

  void replace(Map<String, byte[]> contents) throws IOException {
    for (String file : files) {
      Path old = path.resolve(file).normalize();
      if (old.startsWith(path.normalize()) && !contents.containsKey(file)) {
        Files.deleteIfExists(old);
        prune(Objects.requireNonNull(old.getParent()));
      }
    }
    for (Map.Entry<String, byte[]> file : contents.entrySet()) {
      if (!file.getKey().equals(Manifest.FILE)) {
        write(path.resolve(file.getKey()), file.getValue());
      }
    }
    write(
        path.resolve(Manifest.FILE),
        Objects.requireNonNull(contents.get(Manifest.FILE), Manifest.FILE));
  }

  private void prune(Path folder) throws IOException {
    if (folder.normalize().equals(path.normalize())) {
      return;
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException _) {
      // Other files stay.
    }
  }

  private static void write(Path file, byte[] content) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.write(file, content);
  }
}
