package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.CompileKey;
import dev.evokernel.backend.binary.Includes;
import dev.evokernel.backend.binary.Redefinitions;
import dev.evokernel.backend.binary.ToolDigest;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.yaml.ShippedText;

/**
 * Compiler of CUDA C++ to cubins for one architecture, behind a cache.
 *
 * <p>A kernel's sources become one translation unit that includes them in order, because NVRTC
 * takes one unit. A reference's unit begins with evo's own checks. The device that runs the
 * reference thus has the checks too, compiled by the same compiler and kept in the same cache.
 *
 * <p>A source may name its compiler in {@code kernel.yaml}; the reference uses the compiler of the
 * candidates.
 *
 * <p>A key covers the compiler's version and the content of its programs or libraries, the options
 * with architecture and macros, and the environment variables that nvcc reads. It also covers the
 * content of every source, of every other source file beside it, and of everything that these
 * include, the toolkit's headers too. Where only the compiler knows these, a result has no key.
 */
public final class CudaCompiler implements Compiler {

  private static final String EXTENSIONS = ".*\\.(cu|cuh|h|hpp|inl|inc|def)";

  private static final List<String> VARIABLES =
      List.of(
          "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "CPATH", "CPLUS_INCLUDE_PATH");

  private static final Pattern ARCHITECTURE = Pattern.compile("sm_(\\d+)(\\d)([af]?)");

  private static final String INSPECTION = ShippedText.of(CudaCompiler.class, "inspection.cu");

  /** Entry of a unit without a reference: any function of the checks. */
  public static final String CHECK = "evo_compare";

  /**
   * Translation unit.
   *
   * @param fixedFlags the flags that no parameter changes
   * @param architecture empty for the device's own
   * @param compiler empty for the usual one
   */
  private record Unit(
      String text,
      List<Path> files,
      List<String> entries,
      List<String> flags,
      List<String> fixedFlags,
      List<Path> folders,
      String architecture,
      String compiler) {
    static Unit of(String first, Source template, Configuration configuration) {
      Source source = template.with(configuration);
      String includes =
          source.files().stream()
              .map(file -> "#include \"%s\"\n".formatted(file.toAbsolutePath()))
              .collect(Collectors.joining());
      return new Unit(
          first + includes,
          source.files(),
          source.entries(),
          source.flags(),
          template.fixedFlags(),
          source.folders(),
          source.architecture(),
          source.compiler());
    }
  }

  private record Tool(Translator translator, String programs) {}

  private final Function<String, Translator> translators;
  private final Map<String, Tool> tools = new ConcurrentHashMap<>();
  private final String architecture;
  private final List<String> ownOptions;
  private final BinaryCache cache;
  private final Map<String, String> environment;
  private final Includes includes;

  /**
   * @param translators by name in {@code kernel.yaml}; the empty name is the usual one
   * @param headers the toolkit's, for a translator that does not find them itself
   */
  public CudaCompiler(
      Function<String, Translator> translators,
      String architecture,
      Optional<Path> headers,
      BinaryCache cache,
      Map<String, String> environment) {
    this.translators = translators;
    this.architecture = architecture;
    this.cache = cache;
    this.environment = Map.copyOf(environment);
    List<Path> folders =
        headers.stream().flatMap(folder -> Stream.of(folder, folder.resolve("cccl"))).toList();
    this.includes = new Includes(folders, EXTENSIONS, InstantSource.system());
    this.ownOptions =
        Stream.concat(Stream.of("-lineinfo"), folders.stream().map(folder -> "-I" + folder))
            .toList();
  }

  private Tool tool(String name) {
    return tools.computeIfAbsent(
        name,
        wanted -> {
          Translator translator = translators.apply(wanted);
          var digest = new ToolDigest(environment.getOrDefault("PATH", ""));
          try {
            return new Tool(translator, digest.of(translator.programs(digest)));
          } catch (IOException e) {
            throw cache.folder().failure(e);
          }
        });
  }

  @Override
  public String version() {
    return tool("").translator().version();
  }

  @Override
  public String version(Source source) {
    return tool(source.compiler()).translator().version();
  }

  @Override
  public Compilation compile(Source source, Configuration configuration) {
    if (!runs(source.architecture(), architecture)) {
      throw new EnvironmentException(
          "kernel.yaml says arch: %s, but the device runs code for %s. Remove 'arch', or choose another device."
              .formatted(source.architecture(), architecture));
    }
    return compile(Unit.of("", source, configuration), source.macros(configuration));
  }

  @Override
  public Optional<Compilation> reference(Reference reference, Configuration macros) {
    Unit unit =
        switch (reference) {
          case Reference.Compiled(Source source) -> Unit.of(INSPECTION, source, macros);
          case Reference.Itself(Source source, Configuration _) ->
              Unit.of(INSPECTION, source, macros);
          case Reference.Command _, Reference.Judge _ ->
              new Unit(
                  INSPECTION, List.of(), List.of(CHECK), List.of(), List.of(), List.of(), "", "");
        };
    return Optional.of(compile(unit, macros));
  }

  private Compilation compile(Unit unit, Configuration configuration) {
    List<String> options = options(unit, configuration);
    try {
      SortedMap<Path, String> read =
          includes.of(
              unit.text(),
              unit.files(),
              Stream.concat(unit.folders().stream(), Includes.searchedBy(options).stream())
                  .toList());
      CompileKey key = key(unit, options, read);
      Optional<Compilation> known = cache.find(key);
      boolean keeps =
          !includes.find(Includes.COMPUTED, read.keySet())
              && unit.flags().stream().noneMatch(Includes.SEARCHING.asMatchPredicate());
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
    Translator.Translation translation;
    try (Redefinitions redefined = Redefinitions.of(unit.files(), unit.folders(), options)) {
      var all = new ArrayList<>(redefined.searching(unit.folders()));
      all.addAll(options);
      translation =
          tool(unit.compiler())
              .translator()
              .translate(
                  redefined.unit(unit.text()), all, nameExpressions(unit.entries()), draft.path());
    }
    long nanos = System.nanoTime() - start;
    return switch (translation) {
      case Translator.Translation.Done _ ->
          keeps
              ? cache.keep(key, draft, nanos)
              : new Compilation.Compiled(cache.keepUnfound(draft, nanos));
      case Translator.Translation.Stopped(String log, boolean timedOut) ->
          new Compilation.Failed(log, timedOut);
      case Translator.Translation.Failed(String log) -> {
        cache.folder().checkRoom(log);
        checkOptions(unit);
        var failed = new Compilation.Failed(log, false);
        yield keeps ? cache.keep(key, failed) : failed;
      }
    };
  }

  private void checkOptions(Unit unit) throws IOException {
    Path draft = Files.createTempFile("evo-", ".cubin");
    try {
      var options = ownOptions(unit, unit.fixedFlags());
      options.addAll(unit.fixedFlags());
      Translator translator = tool(unit.compiler()).translator();
      String empty = "extern \"C\" __global__ void evo_probe() {}\n";
      if (translator.translate(empty, options, List.of(), draft)
          instanceof Translator.Translation.Failed failed) {
        throw new EnvironmentException(
            "%s cannot compile even an empty kernel with the options %s:%n%s%nRemove a flag in kernel.yaml."
                .formatted(translator.version(), options, failed.log()));
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private List<String> options(Unit unit, Configuration configuration) {
    var options = ownOptions(unit, unit.flags());
    unit.files().stream()
        .map(file -> "-I" + file.toAbsolutePath().getParent())
        .distinct()
        .forEach(options::add);
    options.addAll(unit.flags());
    options.addAll(Compiler.definitions(configuration));
    return options;
  }

  private List<String> ownOptions(Unit unit, List<String> flags) {
    var options = new ArrayList<String>();
    options.add(
        "--gpu-architecture="
            + (unit.architecture().isEmpty() ? architecture : unit.architecture()));
    options.addAll(Compiler.standardOfCpp(flags));
    options.addAll(ownOptions);
    return options;
  }

  public static List<String> nameExpressions(List<String> entries) {
    return entries.stream().filter(entry -> entry.contains("<")).distinct().toList();
  }

  private CompileKey key(Unit unit, List<String> options, SortedMap<Path, String> read) {
    Tool tool = tool(unit.compiler());
    return CompileKey.of("CUDA")
        .with("compiler", tool.translator().version())
        .with("programs", tool.programs())
        .with("entry", unit.entries())
        .with("unit", unit.text())
        .with("options", options)
        .with(environment, VARIABLES)
        .files(read)
        .key();
  }

  /**
   * Decides whether a device runs a cubin: within one major version, of no later minor version. A
   * cubin with an architecture's own instructions ({@code a}) runs only on that architecture.
   *
   * @param wanted for example {@code sm_90}; empty for the device's own
   */
  static boolean runs(String wanted, String device) {
    Matcher cubin = ARCHITECTURE.matcher(wanted);
    Matcher own = ARCHITECTURE.matcher(device);
    if (wanted.isEmpty() || !cubin.matches() || !own.matches()) {
      return wanted.isEmpty();
    }
    int minor = Integer.parseInt(cubin.group(2));
    int has = Integer.parseInt(own.group(2));
    return cubin.group(1).equals(own.group(1))
        && (cubin.group(3).equals("a") ? minor == has : minor <= has);
  }
}
