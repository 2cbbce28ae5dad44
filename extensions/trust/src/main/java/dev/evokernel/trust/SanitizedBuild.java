package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.binary.Redefinitions;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.backend.file.SanitizerTool;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Source;

/**
 * Build of a candidate with the compiler's sanitizers for addresses and for undefined behaviour, as
 * a program of its own that calls the candidate some times. Buffers have exactly their size and lie
 * between poisoned zones.
 *
 * <p>The outputs are compared with those of a build without sanitizers, because a candidate may do
 * something else where it finds one. The macro by which a source finds one is not defined.
 */
public record SanitizedBuild(InstalledCompiler compiler) implements Sanitizer {

  private static final List<String> FLAGS = SanitizerTool.COMPILER_FLAGS;

  /** Status of {@code sanitized_call.c} where outputs differ. */
  private static final int DIFFERS = 78;

  private static final String OPTIONS =
      "detect_leaks=0:abort_on_error=0:exitcode=77:handle_segv=1:symbolize=1";

  /** Patterns of the two tools' reports, up to the frame in the candidate. */
  private static final Pattern ADDRESS =
      Pattern.compile("==\\d+==ERROR: AddressSanitizer: (\\S+).*");

  private static final Pattern UNDEFINED = Pattern.compile("(\\S+): runtime error: (.*)");
  private static final Pattern ACCESS = Pattern.compile("^((?:READ|WRITE) of size \\d+).*");
  private static final Pattern FRAME = Pattern.compile("^\\s*#\\d+ 0x[0-9a-f]+ in (.*)");

  @Override
  public String name() {
    return compiler.version() + " with " + FLAGS.getFirst();
  }

  /** Kernels with a build command cannot be compiled again in another way. */
  @Override
  public boolean examines(Kernel kernel) {
    return kernel.source().build().isEmpty()
        && kernel.variants().all().stream().allMatch(variant -> examines(variant.kernel()));
  }

  @Override
  public Optional<Finding> examine(Subject subject, Duration limit) {
    try {
      SanitizedCall call = new SanitizedCall(subject);
      call.write();
      List<Path> files = subject.kernel().source().files();
      ToolRun run = run(subject, FLAGS, "sanitized", "keep", limit, files);
      if (run.timedOut()) {
        return Optional.of(
            new Finding(
                "address", "Not checked: timed out after %d s".formatted(limit.toSeconds()), true));
      }
      boolean called = Files.exists(Sanitizer.called(subject.scratch()));
      if (called && run.succeeded()) {
        return otherwise(subject, limit);
      }
      if (!called || Stream.of(ADDRESS, UNDEFINED).noneMatch(p -> p.matcher(run.output()).find())) {
        ToolRun alone = run(subject, FLAGS, "alone", "keep", limit, List.of());
        if (!alone.succeeded()) {
          throw new EnvironmentException(
              "%s do not start here, not even without the candidate: %s. Check LD_PRELOAD, 'ulimit -v', the free memory and the compiler's libraries; 'sanitizer: never' skips sanitizers."
                  .formatted(FLAGS.getFirst(), alone.account("The program", limit).strip()));
        }
      }
      return Optional.of(finding(run));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Running a candidate under the sanitizers below %s failed: %s. Free space there."
              .formatted(subject.scratch(), e.getMessage()),
          e);
    }
  }

  /**
   * Builds and runs the program.
   *
   * @param name of the executable
   * @param what "keep" or "compare"
   * @param files of the candidate; none for the program alone, which a candidate cannot disturb
   */
  private ToolRun run(
      Subject subject,
      List<String> sanitizing,
      String name,
      String what,
      Duration limit,
      List<Path> files)
      throws IOException {
    Path program = subject.scratch().resolve(name);
    compile(subject, sanitizing, program, limit, files);
    return ToolRun.of(
        List.of(
            "env",
            "ASAN_OPTIONS=" + OPTIONS,
            "UBSAN_OPTIONS=print_stacktrace=0:exitcode=77",
            program.toString(),
            subject.scratch().toString(),
            what),
        limit);
  }

  private Optional<Finding> otherwise(Subject subject, Duration limit) throws IOException {
    List<Path> files = subject.kernel().source().files();
    ToolRun run = run(subject, List.of(), "plain", "compare", limit, files);
    if (run.succeeded()) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            "output",
            run.status() == DIFFERS
                ? run.lastLines(1) + ". Maybe it looks for them."
                : "Without sanitizers it ended with status " + run.status()));
  }

  private void compile(
      Subject subject, List<String> sanitizing, Path program, Duration limit, List<Path> files)
      throws IOException {
    Kernel kernel = subject.kernel();
    if (!examines(kernel)) {
      throw new EnvironmentException(
          "The kernel '%s' has a build command; on a CPU evo sanitizes only kernels that it compiles itself."
              .formatted(kernel.name()));
    }
    List<String> arguments = new ArrayList<>(List.of("-std=gnu11"));
    arguments.addAll(kernel.source().with(subject.configuration()).flags());
    Configuration ofShape = kernel.macros(subject.configuration(), subject.shape());
    arguments.addAll(
        Compiler.definitions(
            kernel.source().macros(subject.configuration().withoutVariant()).and(ofShape)));
    arguments.addAll(sanitizing);
    arguments.addAll(List.of("-U__SANITIZE_ADDRESS__", "-O1", "-g"));
    ToolRun run;
    Source source = kernel.source();
    try (Redefinitions redefined = Redefinitions.of(source.files(), source.folders(), arguments)) {
      arguments.addAll(redefined.searching(source.folders()));
      files.forEach(file -> arguments.add(redefined.file(file).toString()));
      arguments.add(files.isEmpty() ? "-DEVO_ALONE" : "-DEVO_CALLING");
      arguments.addAll(
          List.of(new SanitizedCall(subject).source().toString(), "-lm", "-o", program.toString()));
      run = compiler.run(arguments, limit);
    }
    if (!run.succeeded()) {
      throw new EnvironmentException(
          "A candidate does not compile with %s: %s%nMaybe a flag in kernel.yaml conflicts with it; 'sanitizer: never' skips sanitizers."
              .formatted(sanitizing, run.account(compiler.version(), limit)));
    }
  }

  private static Finding finding(ToolRun run) {
    List<String> lines = run.output().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher address = ADDRESS.matcher(lines.get(i));
      Matcher undefined = UNDEFINED.matcher(lines.get(i));
      if (address.find()) {
        return new Finding("address", address.group(1) + where(lines.subList(i + 1, lines.size())));
      }
      if (undefined.find()) {
        return new Finding("undefined", undefined.group(2) + " at " + undefined.group(1));
      }
    }
    return new Finding("address", "It ended with status " + run.status() + ": " + run.lastLines(3));
  }

  private static String where(List<String> lines) {
    var where = new StringBuilder();
    for (String line : lines) {
      Matcher access = ACCESS.matcher(line);
      Matcher frame = FRAME.matcher(line);
      if (access.find()) {
        where.append(", ").append(access.group(1));
      } else if (frame.find()) {
        return where.append(" in ").append(frame.group(1)).toString();
      }
    }
    return where.toString();
  }

  /** Finds the C compiler's sanitizers for the backend {@code cpu}. */
  public static final class Tool implements SanitizerTool {

    @Override
    public String backend() {
      return "cpu";
    }

    @Override
    public Sanitizer using(List<String> command) {
      return InstalledCompiler.find(Map.of("CC", String.join(" ", command)))
          .map(SanitizedBuild::new)
          .orElseThrow(
              () ->
                  new EnvironmentException(
                      "The C compiler '%s' no longer runs.".formatted(String.join(" ", command))));
    }
  }
}
