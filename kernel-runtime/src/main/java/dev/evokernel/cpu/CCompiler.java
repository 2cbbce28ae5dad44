package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.CompileKey;
import dev.evokernel.backend.binary.Includes;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.binary.Redefinitions;
import dev.evokernel.backend.binary.ToolDigest;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Source;

/**
 * Compiler for C, installed on this machine, behind a cache.
 *
 * <p>A key covers the compiler's version and the content of its programs, the processor (for {@code
 * -march=native}), the flags, the macros and the environment variables that compilers read. It also
 * covers the content of every source, of every other C file beside it, and of everything that these
 * include. System headers are covered only by the compiler's version.
 *
 * <p>The assembler reports files of {@code .incbin}, and the compiler all that it reads where names
 * are computed or other folders searched. A result whose files are not reported has no key.
 */
final class CCompiler implements Compiler {

  /** Flags of every build. Undefined symbols fail at link time and not during a launch. */
  private static final List<String> OWN_FLAGS =
      List.of("-shared", "-fPIC", "-std=gnu11", "-Wl,-z,defs");

  private static final String EXTENSIONS = ".*\\.(c|h|inc|def|tbl|s|S)";

  private static final List<String> SEARCHED = List.of("CPATH", "C_INCLUDE_PATH");

  private static final List<String> VARIABLES =
      List.of("LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH");

  private static final String ASSEMBLER_REPORTS = "-Wa,--MD,/proc/self/fd/2";

  /** Rule for {@code make} with files that a compiler or an assembler has read. */
  private static final Pattern RULE = Pattern.compile("(?m)^\\S+\\.o: ((?:.*\\\\\\n)*.*)$\\n?");

  private static final Pattern CUT = Pattern.compile("(?m)^… \\d+ bytes more …$");

  private final InstalledCompiler installed;
  private final String processor;
  private final BinaryCache cache;
  private final Duration limit;
  private final Map<String, String> environment;
  private final Includes includes = new Includes(List.of(), EXTENSIONS, InstantSource.system());
  private final String programs;
  private final boolean hasAssembler;

  /**
   * @param processor meaning of {@code native} on this machine
   */
  CCompiler(
      InstalledCompiler installed,
      String processor,
      BinaryCache cache,
      Duration limit,
      Map<String, String> environment) {
    this.installed = installed;
    this.processor = processor;
    this.cache = cache;
    this.limit = limit;
    this.environment = Map.copyOf(environment);
    var digest = new ToolDigest(environment.getOrDefault("PATH", ""));
    try {
      Set<Path> tools = installed.programs(digest);
      this.programs = digest.of(tools);
      this.hasAssembler = tools.stream().anyMatch(tool -> tool.toString().endsWith("as"));
    } catch (IOException e) {
      throw cache.folder().failure(e);
    }
  }

  @Override
  public String version() {
    return installed.version();
  }

  @Override
  public Compilation compile(Source template, Configuration configuration) {
    Source source = template.with(configuration);
    List<String> flags = new ArrayList<>(OWN_FLAGS);
    flags.addAll(source.flags());
    flags.addAll(Compiler.definitions(template.macros(configuration)));
    try {
      SortedMap<Path, String> read = read(source, flags);
      Optional<Compilation> known = cache.find(cache.whole(key(source, flags, read)));
      return known.isPresent()
          ? known.get()
          : cache.make(draft -> compile(source, flags, template.fixedFlags(), read, draft));
    } catch (IOException e) {
      throw cache.folder().failure(e);
    }
  }

  @Override
  public Map<Path, String> preprocessed(Source template, Configuration configuration) {
    Source source = template.with(configuration);
    List<String> flags = new ArrayList<>(OWN_FLAGS);
    flags.addAll(source.flags());
    flags.addAll(Compiler.definitions(template.macros(configuration)));
    var texts = new LinkedHashMap<Path, String>();
    try (Redefinitions redefined = Redefinitions.of(source.files(), source.folders(), flags)) {
      flags.addAll(redefined.searching(source.folders()));
      Path text = Files.createTempFile("evo-", ".i");
      for (Path file : source.files()) {
        List<String> arguments = new ArrayList<>(flags);
        String from = redefined.file(file).toString();
        arguments.addAll(List.of("-E", "-P", from, "-o", text.toString()));
        if (!installed.run(arguments, limit).succeeded()) {
          texts.clear();
          break;
        }
        texts.put(file, Files.readString(text, StandardCharsets.ISO_8859_1));
      }
      Files.deleteIfExists(text);
      return texts;
    } catch (IOException e) {
      throw cache.folder().failure(e);
    }
  }

  private Compilation compile(
      Source source,
      List<String> flags,
      List<String> fixed,
      SortedMap<Path, String> read,
      Draft draft)
      throws IOException {
    CompileKey key = key(source, flags, read);
    boolean asks =
        includes.find(Includes.COMPUTED, read.keySet())
            || flags.stream().anyMatch(flag -> Includes.SEARCHING.matcher(flag).matches())
            || SEARCHED.stream().anyMatch(environment::containsKey);
    List<String> arguments = new ArrayList<>(flags);
    ToolRun run;
    Optional<ToolRun> answer = Optional.empty();
    long nanos;
    long start = System.nanoTime();
    try (Redefinitions redefined = Redefinitions.of(source.files(), source.folders(), flags)) {
      arguments.addAll(redefined.searching(source.folders()));
      source.files().forEach(file -> arguments.add(redefined.file(file).toString()));
      List<String> question = new ArrayList<>(arguments);
      question.add("-M");
      if (hasAssembler) {
        arguments.add(ASSEMBLER_REPORTS);
      }
      arguments.addAll(List.of("-lm", "-o", draft.path().toString()));
      run = installed.run(arguments, limit);
      nanos = System.nanoTime() - start;
      if (asks && run.succeeded()) {
        answer = Optional.of(installed.run(question, limit));
      }
    }
    if (run.succeeded()) {
      String report = run.output() + answer.map(each -> "\n" + each.output()).orElse("");
      Set<Path> reported = reported(report);
      reported.removeAll(read.keySet());
      boolean known =
          !CUT.matcher(report).find()
              && answer.stream().allMatch(ToolRun::succeeded)
              && (hasAssembler
                  || (!includes.find(Includes.ASSEMBLY, read.keySet())
                      && !includes.find(Includes.ASSEMBLY, reported)));
      return known
          ? cache.keep(cache.report(key, reported), draft, nanos)
          : new Compilation.Compiled(cache.keepUnfound(draft, nanos));
    }
    cache.folder().checkRoom(run.output());
    var failed =
        new Compilation.Failed(
            RULE.matcher(run.account(version(), limit)).replaceAll("").strip(), run.timedOut());
    if (run.timedOut() || run.signalled()) {
      return failed;
    }
    checkFlags(fixed);
    return asks ? failed : cache.keep(key, failed);
  }

  /** Files of the rules in a log that still exist; intermediate files of the compiler are gone. */
  private static Set<Path> reported(String log) {
    return RULE.matcher(log)
        .results()
        .flatMap(rule -> Stream.of(rule.group(1).replace("\\\n", " ").split("(?<!\\\\)\\s+")))
        .map(name -> name.replaceAll("\\\\([ #])", "$1").replace("$$", "$"))
        .map(name -> Path.of(name).toAbsolutePath().normalize())
        .filter(Files::isRegularFile)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private SortedMap<Path, String> read(Source source, List<String> flags) throws IOException {
    List<Path> files = new ArrayList<>(source.files());
    flags.stream()
        .flatMap(flag -> Stream.of(flag.split("[=,@]", -1)))
        .filter(word -> !word.isEmpty() && Files.isRegularFile(Path.of(word)))
        .forEach(word -> files.add(Path.of(word)));
    return includes.of(
        "",
        files,
        Stream.concat(Includes.searchedBy(flags).stream(), source.folders().stream()).toList());
  }

  /** Checks for a broken compiler or an unknown flag, which is not an error in the source. */
  private void checkFlags(List<String> flags) throws IOException {
    List<String> arguments = new ArrayList<>(OWN_FLAGS);
    arguments.addAll(flags);
    ToolRun probe = installed.buildProbe(arguments, limit);
    if (!probe.succeeded()) {
      throw new EnvironmentException(
          "%s cannot build even an empty function with the flags %s:%n%s%nRemove a flag in kernel.yaml."
              .formatted(version(), flags, probe.output()));
    }
  }

  private CompileKey key(Source source, List<String> flags, SortedMap<Path, String> read) {
    return CompileKey.of("C")
        .with("compiler", version())
        .with("command", installed.command())
        .with("programs", programs)
        .with("processor", processor)
        .with("entry", source.entries())
        .with("units", source.files().stream().map(file -> file.getFileName().toString()).toList())
        .with("flags", flags)
        .with(environment, SEARCHED)
        .with(environment, VARIABLES)
        .files(read)
        .key();
  }
}
