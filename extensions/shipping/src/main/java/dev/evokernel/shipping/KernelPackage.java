package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.binary.Includes;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.MarkdownRenderer;
import dev.evokernel.store.Provenance;
import dev.evokernel.text.Units;
import dev.evokernel.tuning.BadInputException;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Package of a tuned kernel: a folder with sources, launchers and binaries, ready to build. */
record KernelPackage(Shipment shipment, CompileCommand command, String evo) {

  private static final String HEADERS = ".*\\.(h|hpp|cuh|inl|inc|def|tbl)";
  private static final String LICENCES = "(?i)(licen[cs]e|copying|notice|copyright|authors).*";

  /**
   * @param evo the version of evo that writes the package
   */
  KernelPackage(Shipment shipment, String evo) {
    this(shipment, new CompileCommand(shipment, root(shipment)), evo);
  }

  private static Path root(Shipment shipment) {
    return Objects.requireNonNull(
        shipment.kernel().folder().toAbsolutePath().normalize().getParent());
  }

  /**
   * Writes the package and deletes the files of an earlier package in this folder.
   *
   * @return the written files
   * @throws BadInputException if the folder has files, but no package's manifest
   * @throws EnvironmentException if a file cannot be written
   */
  public List<Path> write(Path folder) {
    try {
      SortedMap<String, byte[]> contents = contents();
      replace(folder, contents);
      return contents.keySet().stream().map(folder::resolve).toList();
    } catch (IOException | UncheckedIOException e) {
      throw new EnvironmentException(
          "%s cannot be written: %s. Check its permissions and the disk."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /**
   * Files that the earlier package's manifest lists, relative; empty without an earlier package.
   *
   * @throws BadInputException if the folder has files, but no package's manifest
   */
  private static List<String> earlier(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    if (!Files.isDirectory(folder)) {
      throw new BadInputException(
          "--to: %s is a file. Name an existing folder or a new one.", folder);
    }
    Path manifest = folder.resolve(Manifest.FILE);
    if (Files.isRegularFile(manifest)) {
      return listed(manifest);
    }
    try (Stream<Path> all = Files.list(folder)) {
      Optional<Path> first = all.findAny();
      if (first.isPresent()) {
        throw foreign(folder, "has " + first.get().getFileName());
      }
    }
    return List.of();
  }

  private static BadInputException foreign(Path path, String why) {
    return new BadInputException(
        "--to: %s is not empty and evo did not write it: the folder %s. Name a new folder, or empty this one yourself.",
        path, why);
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

  /** Deletes the earlier package's other files, and writes the manifest last. */
  private static void replace(Path path, SortedMap<String, byte[]> contents) throws IOException {
    for (String file : earlier(path)) {
      Path old = path.resolve(file).normalize();
      if (old.startsWith(path.normalize()) && !contents.containsKey(file)) {
        Files.deleteIfExists(old);
        prune(path, Objects.requireNonNull(old.getParent()));
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

  private static void prune(Path path, Path folder) throws IOException {
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

  private SortedMap<String, byte[]> contents() throws IOException {
    var sources = sources();
    var contents = new TreeMap<String, byte[]>();
    for (var source : sources.entrySet()) {
      contents.put(source.getKey(), Files.readAllBytes(source.getValue()));
    }
    if (shipment.isCuda()) {
      for (ShippedConfiguration shipped : shipment.compiled()) {
        contents.put(command.unit(shipped), bytes(command.unitText(shipped)));
      }
    }
    var names = new TreeSet<String>(contents.keySet());
    for (ShippedBinary binary : shipment.binaries().toList()) {
      if (binary.compiled().isPresent()) {
        contents.put(shipment.file(binary), binary.compiled().get().images().bytes());
      }
    }
    contents.put("dispatch.h", bytes(new DispatchHeader(shipment).text()));
    new LauncherFiles(shipment).texts().forEach((name, text) -> contents.put(name, bytes(text)));
    contents.put("CMakeLists.txt", bytes(command.cmake(names)));
    contents.put(shipment.word() + ".py", bytes(new PythonModule(shipment).text()));
    contents.put("manifest.schema.json", bytes(ProgramText.read("manifest.schema.json")));
    contents.put("README.md", bytes(new PackagePage(shipment).text()));
    var digests = new TreeMap<String, String>();
    contents.forEach((name, content) -> digests.put(name, Sha256.of(content)));
    contents.put(Manifest.FILE, bytes(new Manifest(shipment, command, evo, digests).text()));
    return contents;
  }

  /** Sources with their includes, neighbouring headers and licence files, by their path here. */
  private SortedMap<String, Path> sources() {
    var files = new TreeMap<String, Path>();
    var includes = new Includes(List.of(), HEADERS, InstantSource.system());
    try {
      for (ShippedConfiguration shipped : shipment.configurations()) {
        List<Path> path = shipped.isBuilt() ? List.of() : command.searchPath(shipped);
        includes.of("", shipped.kernel().source().files(), path).keySet().stream()
            .filter(
                file ->
                    shipped.isBuilt() ? file.startsWith(command.root()) : command.isShipped(file))
            .forEach(file -> files.put(command.file(file), file));
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "The run's copy of the kernel cannot be read: %s. Restore %s."
              .formatted(e.getMessage(), command.root()),
          e);
    }
    KernelSources.of(shipment.kernel().folder()).files().stream()
        .filter(file -> file.getFileName().toString().matches(LICENCES))
        .forEach(file -> files.put(command.file(file), file));
    return files;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private record PackagePage(Shipment shipment) {

    String text() {
      Provenance provenance = shipment.history().run().provenance();
      String word = shipment.word();
      var texts = new LinkedHashMap<String, String>();
      texts.put("KERNEL", MarkdownRenderer.escaped(Printable.line(shipment.name())));
      texts.put("SENTENCE", MarkdownRenderer.escaped(Printable.line(shipment.sentence())));
      texts.put("COMPILER", MarkdownRenderer.escaped(provenance.compiler()));
      texts.put("DEVICE", MarkdownRenderer.escaped(provenance.device().model()));
      texts.put("RUN", shipment.history().run().id());
      texts.put("SHAPES", shipment.shapes().stream().map(this::line).collect(Collectors.joining()));
      texts.put("RULE", rule());
      texts.put("WORD", word);
      texts.put("FUNCTION", ProgramText.name(word));
      texts.put(
          "TENSORS",
          shipment.isCuda() ? "tensors of PyTorch" : "arrays of NumPy or tensors of PyTorch");
      texts.put("EXAMPLE", new PythonModule(shipment).example());
      texts.put(
          "BINARIES",
          shipment.binaries().allMatch(binary -> binary.compiled().isPresent())
              ? "| `binaries/` | the measured binaries |\n"
              : "\nThe package has no binaries. Build them with CMake, or run the commands in"
                  + " `manifest.json` in this folder.\n");
      texts.put(
          "BUILD",
          "cc -std=c11 -c %1$s/%1$s.c && c++ program.cpp -I%1$s %1$s.o %2$s -lm"
              .formatted(word, shipment.isCuda() ? "-lcuda" : "-ldl"));
      return ProgramText.filled("README.md", texts);
    }

    private String line(Shipment.ServedShape served) {
      return "| %s | %s | %s | %s |\n"
          .formatted(
              served.shape().toString().replace("|", "\\|"),
              shipment.configurations().get(served.position()).name(),
              served.samples().map(Samples::p50).map(Units::time).orElse(""),
              served.speedUp().map(Object::toString).orElse(""));
    }

    private String rule() {
      if (shipment.configurations().size() == 1) {
        return "One configuration serves every problem that its constraints allow.\n";
      }
      return shipment
          .rule()
          .map(
              rule ->
                  "For any other shape this rule decides, learnt from "
                      + shipment.learntFrom()
                      + ":\n\n```\n"
                      + String.join(
                          "\n",
                          rule.lines(
                              shipment.configurations().stream()
                                  .map(ShippedConfiguration::name)
                                  .toList()))
                      + "\n```\n")
          .orElse(
              "There is no rule for other shapes. They use %s, which serves most of these shapes.\n"
                  .formatted(
                      shipment.configurations().get(shipment.usualOrder().getFirst()).name()));
    }
  }
}
