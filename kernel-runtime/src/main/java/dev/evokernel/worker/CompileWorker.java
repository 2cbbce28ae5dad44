package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.Supervisor.Answer;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;

/**
 * A process that compiles one kernel's configurations, replaced when it dies or hangs. Calls are
 * handled one at a time; further callers wait. An interrupted call kills the process, and the next
 * call starts another.
 */
public final class CompileWorker implements AutoCloseable {

  private static final Duration OPENING = Duration.ofSeconds(60);

  /**
   * Time beyond the limit for compilers that run inside the worker. The worker stops a compiler
   * process at the limit.
   */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final CompileJob job;
  private final Supervisor supervisor;
  private final String compilerVersion;

  private CompileWorker(CompileJob job, Supervisor supervisor, String compilerVersion) {
    this.job = job;
    this.supervisor = supervisor;
    this.compilerVersion = compilerVersion;
  }

  /**
   * Starts the process, which reads the kernel.
   *
   * @param name distinguishes the log files of several workers, for example {@code compile-1}
   * @throws EnvironmentException if the process does not start or finds no compiler
   */
  public static CompileWorker start(LaunchSpec launch, CompileJob job, String name)
      throws InterruptedException {
    var opening = new Supervisor.Opening(new Request.OpenCompiler(job), OPENING);
    var supervisor = new Supervisor(launch, name, List.of(() -> opening));
    if (supervisor.open() instanceof Reply.CompilerOpen(String version)) {
      return new CompileWorker(job, supervisor, version);
    }
    throw Supervisor.unexpected();
  }

  public String compilerVersion() {
    return compilerVersion;
  }

  /**
   * Compiles the kernel's reference. For a reference command, only the backend's own checks are
   * compiled.
   *
   * @throws EnvironmentException if the compilation fails
   */
  public PreparedReference reference() throws InterruptedException {
    return switch (exchange(new Request.CompileReference())) {
      case Answer.Given(
              Reply.ReferenceCompiled(Optional<Compilation> compilation, Duration limit)) ->
          new PreparedReference(compilation.map(this::binary), job.cache(), limit);
      case Answer.Given _ -> throw Supervisor.unexpected();
      case Answer.Lost lost -> throw failed(lost.rejection().message());
    };
  }

  /**
   * Compiles one configuration.
   *
   * @throws EnvironmentException if the compiler itself does not work
   */
  public Compilation compile(Configuration configuration) throws InterruptedException {
    return compile(configuration, List.of());
  }

  /** Compiles one configuration with additional macros, each defined as 1. */
  public Compilation compile(Configuration configuration, List<String> macros)
      throws InterruptedException {
    return compilation(new Request.Compile(configuration, macros));
  }

  public Compilation compileMiniature(Configuration configuration) throws InterruptedException {
    return compilation(new Request.CompileMiniature(configuration));
  }

  @Override
  public void close() {
    supervisor.close();
  }

  public long pid() {
    return supervisor.pid();
  }

  private Binary binary(Compilation compilation) {
    return switch (compilation) {
      case Compilation.Compiled(Binary binary) -> binary;
      case Compilation.Failed(String log, boolean _) -> throw failed(log);
    };
  }

  private EnvironmentException failed(String log) {
    return new EnvironmentException(
        "The reference of %s does not compile:%n%s".formatted(job.target().kernelFile(), log));
  }

  private Compilation compilation(Request request) throws InterruptedException {
    return switch (exchange(request)) {
      case Answer.Given(Reply.Compiled(Compilation compilation)) -> compilation;
      case Answer.Given _ -> throw Supervisor.unexpected();
      case Answer.Lost lost ->
          new Compilation.Failed(
              lost.rejection().message(), lost.rejection().reason() == Rejection.TIMEOUT);
    };
  }

  private Answer exchange(Request request) throws InterruptedException {
    return supervisor.confirmed(request, job.limit().plus(GRACE), false);
  }
}
