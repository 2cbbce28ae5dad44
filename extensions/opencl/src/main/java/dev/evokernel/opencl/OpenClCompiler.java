package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.CompileKey;
import dev.evokernel.backend.binary.Includes;
import dev.evokernel.backend.binary.Redefinitions;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.yaml.ShippedText;

/**
 * Compiler of the device's driver, behind a cache.
 *
 * <p>A kernel's sources become one text, in which {@code #line} names each file, so that the
 * driver's messages do. A reference's text begins with evo's own checks: the device that runs the
 * reference thus has the checks too.
 *
 * <p>A key covers the device with its driver's versions, the options with the macros, the content
 * of every source, of every other source file beside it, and of everything that these include.
 */
final class OpenClCompiler implements Compiler {

  private static final String EXTENSIONS = ".*\\.(cl|clh|h|inc|def)";

  private static final List<String> VARIABLES =
      List.of("POCL_EXTRA_BUILD_FLAGS", "POCL_WORK_GROUP_METHOD", "POCL_KERNEL_CACHE");

  /** Links to folders with spaces in their names, of this process. */
  private static final Map<String, String> LINKS = new ConcurrentHashMap<>();

  private static final String INSPECTION = ShippedText.of(OpenClCompiler.class, "inspection.cl");

  /** Entry of a text without a reference: any kernel of the checks. */
  static final String CHECK = "evo_compare";

  private final ClContext context;
  private final BinaryCache cache;
  private final Map<String, String> environment;
  private final Includes includes = new Includes(List.of(), EXTENSIONS, InstantSource.system());

  OpenClCompiler(ClContext context, BinaryCache cache, Map<String, String> environment) {
    this.context = context;
    this.cache = cache;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String version() {
    ClDevice device = context.device();
    return device.platformName() + ", " + device.version();
  }

  @Override
  public Compilation compile(Source source, Configuration configuration) {
    return compile("", Optional.of(source), configuration, source.macros(configuration));
  }

  @Override
  public Optional<Compilation> reference(Reference reference, Configuration macros) {
    Optional<Source> source =
        switch (reference) {
          case Reference.Compiled(Source compiled) -> Optional.of(compiled);
          case Reference.Itself(Source itself, Configuration _) -> Optional.of(itself);
          case Reference.Command _, Reference.Judge _ -> Optional.empty();
        };
    return Optional.of(compile(INSPECTION, source, macros, macros));
  }

  /**
   * @param first text before the sources
   * @param template may have parameters in braces
   */
  private Compilation compile(
      String first, Optional<Source> template, Configuration chosen, Configuration macros) {
    Optional<Source> source = template.map(open -> open.with(chosen));
    List<Path> files = source.map(Source::files).orElse(List.of());
    List<Path> folders = source.map(Source::folders).orElse(List.of());
    List<String> searched =
        files.stream().map(file -> "-I" + file.toAbsolutePath().getParent()).distinct().toList();
    List<String> options =
        Stream.concat(
                source.map(Source::flags).orElse(List.of()).stream(),
                Compiler.definitions(macros).stream())
            .toList();
    List<String> fixed = template.map(Source::fixedFlags).orElse(List.of());
    try {
      SortedMap<Path, String> read =
          includes.of(
              first,
              files,
              Stream.concat(folders.stream(), Includes.searchedBy(searched).stream()).toList());
      CompileKey key =
          CompileKey.of("OpenCL C")
              .with("device", context.device().target())
              .with("first", first)
              .with(
                  "units", files.stream().map(file -> String.valueOf(file.getFileName())).toList())
              .with("entry", source.map(Source::entry).orElse(CHECK))
              .with("options", options)
              .with(environment, VARIABLES)
              .files(read)
              .key();
      Optional<CompileKey> kept =
          includes.find(Includes.COMPUTED, read.keySet()) ? Optional.empty() : Optional.of(key);
      Optional<Compilation> known = kept.isPresent() ? cache.find(key) : Optional.empty();
      return known.isPresent()
          ? known.get()
          : cache.make(
              draft -> {
                try (Redefinitions redefined = Redefinitions.of(files, folders, options)) {
                  var all = new ArrayList<>(redefined.searching(folders));
                  all.addAll(searched);
                  all.addAll(options);
                  return build(text(first, files, redefined), all, fixed, kept, draft);
                }
              });
    } catch (IOException e) {
      throw cache.folder().failure(e);
    }
  }

  private Compilation build(
      String text, List<String> options, List<String> fixed, Optional<CompileKey> key, Draft draft)
      throws IOException {
    long start = System.nanoTime();
    try (ClProgram built = context.build(text, line(options))) {
      if (!built.succeeded()) {
        checkOptions(fixed);
        var failed = new Compilation.Failed(BuildLog.of(built.log(), text), false);
        return key.isPresent() ? cache.keep(key.get(), failed) : failed;
      }
      Files.write(draft.path(), built.binary());
      long nanos = System.nanoTime() - start;
      return key.isPresent()
          ? cache.keep(key.get(), draft, nanos)
          : new Compilation.Compiled(cache.keepUnfound(draft, nanos));
    }
  }

  private void checkOptions(List<String> fixed) {
    try (ClProgram empty = context.build("__kernel void evo_probe(void) {}\n", line(fixed))) {
      if (!empty.succeeded()) {
        throw new EnvironmentException(
            "%s cannot build even an empty kernel with the options %s:%n%s%nRemove a flag in kernel.yaml."
                .formatted(version(), fixed, empty.log()));
      }
    }
  }

  /** Joins the sources; each begins with its name for the compiler's messages. */
  private static String text(String first, List<Path> files, Redefinitions redefined)
      throws IOException {
    var text = new StringBuilder(first);
    for (Path file : files) {
      text.append("#line 1 \"%s\"\n".formatted(file.toAbsolutePath()))
          .append(Files.readString(redefined.file(file), StandardCharsets.UTF_8))
          .append('\n');
    }
    return text.toString();
  }

  private static String line(List<String> options) {
    return options.stream()
        .map(option -> option.startsWith("-I") ? "-I" + plain(option.substring(2)) : option)
        .collect(Collectors.joining(" "));
  }

  /** Path without spaces, which drivers do not take, to a folder: a link where it has some. */
  private static String plain(String folder) {
    return folder.contains(" ") ? LINKS.computeIfAbsent(folder, OpenClCompiler::linked) : folder;
  }

  private static String linked(String folder) {
    try {
      Path link = Files.createTempDirectory("evo-headers-").resolve("folder");
      Files.createSymbolicLink(link, Path.of(folder)).toFile().deleteOnExit();
      return link.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
