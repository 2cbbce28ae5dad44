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
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.opencl.binding.ClBuild;
import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClDevice;

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

  private static final String INSPECTION = ShippedText.of(OpenClCompiler.class, "inspection.cl");

  /** Entry of a text without a reference: any kernel of the checks. */
  static final String CHECK = "evo_compare";

  /**
   * Text to be built.
   *
   * @param first before the files
   * @param fixedFlags the flags that no parameter changes
   * @param folders of headers
   */
  private record Unit(
      String first,
      List<Path> files,
      String entry,
      List<String> flags,
      List<String> fixedFlags,
      List<Path> folders) {
    static Unit of(String first, Source template, Configuration configuration) {
      Source source = template.with(configuration);
      return new Unit(
          first,
          source.files(),
          source.entry(),
          source.flags(),
          template.fixedFlags(),
          source.folders());
    }
  }

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
    return compile(Unit.of("", source, configuration), source.macros(configuration));
  }

  /** Compiles the checks, with the reference where it is compiled. */
  @Override
  public Optional<Compilation> reference(Reference reference, Configuration macros) {
    Unit unit =
        switch (reference) {
          case Reference.Compiled(Source source) -> Unit.of(INSPECTION, source, macros);
          case Reference.Itself(Source source, Configuration _) ->
              Unit.of(INSPECTION, source, macros);
          case Reference.Command _, Reference.Judge _ ->
              new Unit(INSPECTION, List.of(), CHECK, List.of(), List.of(), List.of());
        };
    return Optional.of(compile(unit, macros));
  }

  private Compilation compile(Unit unit, Configuration macros) {
    List<String> options = options(unit, macros);
    try {
      SortedMap<Path, String> read =
          includes.of(
              unit.first(),
              unit.files(),
              Stream.concat(unit.folders().stream(), Includes.searchedBy(options).stream())
                  .toList());
      CompileKey key =
          CompileKey.of("OpenCL C")
              .with("device", context.device().target())
              .with("first", unit.first())
              .with("units", unit.files().stream().map(Path::toString).toList())
              .with("entry", unit.entry())
              .with("options", options)
              .with(environment, VARIABLES)
              .files(read)
              .key();
      boolean keeps = !includes.find(Includes.COMPUTED, read.keySet());
      Optional<Compilation> known = keeps ? cache.find(key) : Optional.empty();
      return known.isPresent()
          ? known.get()
          : cache.make(draft -> compile(unit, options, key, keeps, draft));
    } catch (IOException e) {
      throw cache.folder().failure(e);
    }
  }

  private Compilation compile(
      Unit unit, List<String> options, CompileKey key, boolean keeps, Draft draft)
      throws IOException {
    long start = System.nanoTime();
    try (Redefinitions redefined = Redefinitions.of(unit.files(), unit.folders(), options)) {
      var all = new ArrayList<>(redefined.searching(unit.folders()));
      all.addAll(options);
      try (ClBuild build = context.build(text(unit, redefined), line(all))) {
        if (build.succeeded()) {
          Files.write(draft.path(), build.binary());
          long nanos = System.nanoTime() - start;
          return keeps
              ? cache.keep(key, draft, nanos)
              : new Compilation.Compiled(cache.keepUnfound(draft, nanos));
        }
        checkOptions(unit, build);
        var failed = new Compilation.Failed(BuildLog.of(build.log()), false);
        return keeps ? cache.keep(key, failed) : failed;
      }
    }
  }

  /** Checks for options that the driver refuses, which is not an error in the source. */
  private void checkOptions(Unit unit, ClBuild build) {
    List<String> options = new ArrayList<>(unit.fixedFlags());
    try (ClBuild empty = context.build("__kernel void evo_probe(void) {}\n", line(options))) {
      if (build.refusesOptions() || !empty.succeeded()) {
        throw new EnvironmentException(
            "%s cannot build even an empty kernel with the options %s:%n%s%nRemove a flag in kernel.yaml."
                .formatted(version(), unit.flags(), BuildLog.of(empty.log())));
      }
    }
  }

  private static String text(Unit unit, Redefinitions redefined) throws IOException {
    var text = new StringBuilder(unit.first());
    for (Path file : unit.files()) {
      text.append("#line 1 \"%s\"\n".formatted(file.toAbsolutePath()))
          .append(Files.readString(redefined.file(file), StandardCharsets.UTF_8))
          .append('\n');
    }
    return text.toString();
  }

  private static List<String> options(Unit unit, Configuration macros) {
    var options = new ArrayList<String>();
    unit.files().stream()
        .map(file -> "-I" + file.toAbsolutePath().getParent())
        .distinct()
        .forEach(options::add);
    options.addAll(unit.flags());
    options.addAll(Compiler.definitions(macros));
    return options;
  }

  /** Joins options to one text, as drivers take them; a space inside an option needs quotes. */
  private static String line(List<String> options) {
    return options.stream()
        .map(option -> option.contains(" ") ? '"' + option + '"' : option)
        .collect(Collectors.joining(" "));
  }
}
