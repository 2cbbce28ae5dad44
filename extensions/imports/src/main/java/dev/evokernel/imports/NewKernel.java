package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Kind;
import dev.evokernel.imports.SourceOutline.Parameter;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.tuning.BadInputException;

/**
 * Kernel folder created from sources. No file is ever replaced.
 *
 * @param todos number of lines marked TODO in {@code kernel.yaml}
 * @param notes what the user should know before editing
 */
public record NewKernel(String function, List<String> others, int todos, List<String> notes) {

  private static final String BUILDER = "triton_builder.py";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int LINES = 6;

  public NewKernel {
    others = List.copyOf(others);
    notes = List.copyOf(notes);
  }

  /** Creates a folder; without an entry the first function is chosen. */
  public static NewKernel of(
      List<Path> sources, List<Path> folders, Path to, Optional<String> entry, String modeline) {
    SourceFiles files = SourceFiles.of(sources, folders);
    String name = String.valueOf(sources.getFirst().getFileName());
    String text = files.language().readable(files.text());
    SequencedMap<String, String> missing = files.missing();
    SourceOutline outline = files.language().outline(text, missing.isEmpty());
    Function function = chosen(outline, name, entry, files.language());
    List<Function> others =
        outline.functions().stream()
            .filter(found -> !found.equals(function) && !found.isHidden())
            .toList();
    NewFolderOption.requireEmpty(to);
    var notes = new ArrayList<String>();
    missing.forEach((header, by) -> notes.add(notFound(header, by)));
    if (new KernelSource(files.language().backend(), files.text()).takesLocal(function.name())) {
      notes.add(
          "TODO: a kernel takes local memory as its last parameter: write its bytes as 'shared' of 'launch'");
    }
    try {
      var draft = new KernelDraft(files, text, function, others);
      Files.createDirectories(to);
      for (Path file : files.all()) {
        Path target = to.resolve(files.home().relativize(file).toString());
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Files.copy(file, target);
      }
      if (files.needsWrapper(function)) {
        files.write(to, function, draft.arguments());
        notes.add(
            "evo cannot call '%s' as it is; %s has a wrapper of three lines."
                .formatted(function.name(), files.sources(Optional.of(function)).getFirst()));
      }
      if (!files.language().backend().equals("cpu")) {
        Files.writeString(to.resolve("reference.py"), reference(function, draft.outputs()));
      }
      if (files.language() == Language.TRITON) {
        Files.writeString(to.resolve(BUILDER), ShippedText.of(NewKernel.class, BUILDER));
      }
      String described =
          modeline
              + "\n"
              + notes.stream().map(note -> "# " + note + "\n").collect(Collectors.joining())
              + draft.text();
      Files.writeString(to.resolve("kernel.yaml"), described);
      notes.addAll(trial(to, files.language().backend()));
      return new NewKernel(
          function.name(),
          others.stream().map(Function::name).toList(),
          (int) described.lines().filter(line -> line.contains("# TODO")).count(),
          notes);
    } catch (IOException e) {
      throw new BadInputException("Cannot write %s: %s.".formatted(to, e.getMessage()));
    }
  }

  private static String notFound(String header, String by) {
    return "TODO: '%s', included by %s, was not found: name its folder with -I (evo init … -I FOLDER)"
        .formatted(header, by);
  }

  private static List<String> trial(Path folder, String backend) throws IOException {
    Kernel kernel;
    try {
      kernel = KernelFile.at(folder).readUnsettled(backend);
    } catch (InvalidFileException e) {
      return List.of(String.valueOf(e.getMessage()).strip());
    }
    Optional<InstalledCompiler> compiler = InstalledCompiler.find(System.getenv());
    if (!backend.equals("cpu") || compiler.isEmpty()) {
      return List.of();
    }
    Path binary = Files.createTempFile("evo-", ".so");
    try {
      var source = kernel.source().with(kernel.defaultConfiguration());
      var arguments = new ArrayList<>(List.of("-shared", "-fPIC", "-std=gnu11", "-Wl,-z,defs"));
      arguments.addAll(source.flags());
      source.folders().forEach(headers -> arguments.add("-I" + headers));
      arguments.addAll(
          Compiler.definitions(
              kernel
                  .source()
                  .macros(kernel.defaultConfiguration())
                  .and(kernel.macros(kernel.defaultConfiguration(), kernel.shapes().getFirst()))));
      source.files().forEach(file -> arguments.add(file.toString()));
      arguments.addAll(List.of("-lm", "-o", binary.toString()));
      ToolRun run = compiler.get().run(arguments, PATIENCE);
      return run.succeeded() ? List.of() : List.of(failure(run.output()));
    } finally {
      Files.deleteIfExists(binary);
    }
  }

  private static String failure(String log) {
    String errors =
        log.lines()
            .filter(line -> line.matches(".*(error|undefined reference|multiple definition).*"))
            .limit(LINES)
            .collect(Collectors.joining("\n  "));
    String advice =
        log.contains("undefined reference")
            ? "Name all sources: evo init FIRST.c SECOND.c"
            : log.contains("No such file")
                ? "Name folders of headers: -I FOLDER"
                : "Correct the sources or 'flags'";
    return "The kernel does not compile yet. %s.%n  %s".formatted(advice, errors);
  }

  private static Function chosen(
      SourceOutline outline, String file, Optional<String> entry, Language language) {
    List<String> names = outline.functions().stream().map(Function::name).toList();
    if (names.isEmpty()) {
      throw new BadInputException(
          "No %s found in %s."
              .formatted(
                  switch (language) {
                    case C, CPP ->
                        "function with a body that is void, or takes a pointer and returns a number,";
                    case CUDA -> "__global__ function with a body";
                    case TRITON -> "@triton.jit function";
                    case OPENCL -> "__kernel function with a body";
                  },
                  file));
    }
    if (entry.isPresent()) {
      return outline.functions().stream()
          .filter(found -> List.of(found.name(), found.simpleName()).contains(entry.get()))
          .findFirst()
          .orElseThrow(
              () ->
                  new BadInputException(
                      "No function '%s' found in %s. Choose one of: %s."
                          .formatted(entry.get(), file, String.join(", ", names))));
    }
    String stem = file.replaceFirst("\\.\\w+$", "");
    return Stream.<Predicate<Function>>of(
            found -> found.simpleName().equals(stem),
            found ->
                found.simpleName().matches("(?i)(kernel_)?" + Pattern.quote(stem) + "(_kernel)?"),
            found -> !found.isNaive() && !found.isHidden() && found.writes(),
            found -> !found.isNaive(),
            _ -> true)
        .flatMap(wanted -> outline.functions().stream().filter(wanted))
        .findFirst()
        .orElseThrow();
  }

  /** Reference in NumPy, without the computation. */
  private static String reference(Function function, List<Parameter> outputs) {
    var lines = new ArrayList<String>();
    for (Parameter parameter : function.parameters()) {
      if (parameter.kind() == Kind.SCALAR) {
        lines.add("%1$s = numbers[\"scalars\"][\"%1$s\"]".formatted(parameter.name()));
      } else if (parameter.kind() == Kind.INOUT || !outputs.contains(parameter)) {
        lines.add(
            "%1$s = np.load(f\"{folder}/%1$s.npy\").astype(np.float64)"
                .formatted(parameter.name()));
      }
    }
    List<String> names = outputs.stream().map(Parameter::name).toList();
    return ShippedText.of(NewKernel.class, "reference.py.template")
        .formatted(
            function.name(),
            String.join("\n", lines),
            String.join(", ", names),
            names.stream()
                .map("np.save(f\"{folder}/%1$s.npy\", %1$s)\n"::formatted)
                .collect(Collectors.joining()));
  }
}
