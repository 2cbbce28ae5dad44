package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.CompileKey;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.BuildCommand;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.TypeChoice;
import dev.evokernel.worker.protocol.Protocol;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A cache of binaries that a kernel's own program builds.
 *
 * <p>The program is restarted when it ends, hangs or sends an invalid answer. A configuration that
 * loses a process is tried once more in a fresh process, because an earlier question may have
 * caused the loss. There is no second attempt if the process ran into the limit, or was fresh and
 * ended by itself. An error after a signal to a compiler has a second attempt, and is not kept.
 *
 * <p>A cache key covers the question, the command, the name that the program reports, and the
 * content of every input file that the kernel lists, as of the program's first start.
 */
final class BuildCompiler implements AutoCloseable {

  /** Exit status of a program that a signal ended, in the message of its loss. */
  private static final Pattern ENDED_BY_SIGNAL =
      Pattern.compile("ended with status 1(29|3[0-9]|4[0-9]|5[0-9])\\b");

  private final Kernel kernel;
  private final BuildCommand command;
  private final DeviceIdentity device;
  private final Optional<DeviceLimits> limits;
  private final BinaryCache cache;
  private final Duration limit;
  private final Consumer<Duration> grace;
  private final String inputs;
  private final String version;
  private @Nullable ToolProcess process;
  private boolean fresh = true;

  /**
   * Starts the program.
   *
   * @param kernel with a build command; of several variants the one with the command
   * @param limits of the device; empty if unknown until the device is opened
   * @param grace extends the deadline of the work in progress
   * @throws EnvironmentException if the program does not get ready
   */
  public BuildCompiler(
      Kernel kernel,
      DeviceIdentity device,
      Optional<DeviceLimits> limits,
      BinaryCache cache,
      Duration limit,
      Consumer<Duration> grace) {
    this.kernel = kernel;
    this.device = device;
    this.limits = limits;
    this.command = kernel.source().build().orElseThrow();
    this.cache = cache;
    this.limit = limit;
    this.grace = grace;
    this.inputs = new KernelSources(kernel.folder(), kernel.source().files()).hash();
    this.version = started();
  }

  /** Returns the name that the program reports, for example {@code triton 3.6.0}. */
  public String version() {
    return version;
  }

  Compilation compile(Source source, Configuration configuration, Configuration macros) {
    Map<String, Object> fields = question(source, configuration, macros);
    try {
      CompileKey key =
          CompileKey.of("built")
              .with("protocol", String.valueOf(ToolProcess.Exchange.VERSION))
              .with("builder", version)
              .with("command", command.words())
              .with("inputs", inputs)
              .with("question", Protocol.JSON.writeValueAsString(fields))
              .key();
      Optional<Compilation> known = cache.find(key);
      return known.isPresent() ? known.get() : cache.make(draft -> build(fields, key, draft));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Building into %s failed: %s. Free space there or make the folder writable."
              .formatted(cache.folder(), e),
          e);
    }
  }

  /** The question for one binary: all that it may depend on, besides the kernel's files. */
  private Map<String, Object> question(
      Source source, Configuration configuration, Configuration macros) {
    Kernel typed = kernel.typed(configuration);
    var fields = new LinkedHashMap<String, Object>();
    fields.put("kernel", typed.name());
    fields.put("backend", typed.backend());
    configuration.variant().ifPresent(variant -> fields.put("variant", variant));
    EntryPoint point = typed.entryPoint();
    List<Launch> launches = point.launches();
    if (launches.size() == 1 && launches.getFirst().arguments().isEmpty()) {
      fields.put("entry", source.entry());
    } else {
      fields.put(
          "launches",
          IntStream.range(0, launches.size())
              .mapToObj(
                  i ->
                      new TreeMap<String, Object>(
                          Map.of(
                              "entry", source.entries().get(i),
                              "arguments",
                                  point.taken(launches.get(i)).stream()
                                      .map(Argument::name)
                                      .toList())))
              .toList());
    }
    fields.put("parameters", configuration.withoutVariant().plainValues());
    fields.put("macros", macros.plainValues());
    fields.put("flags", source.flags());
    fields.put(
        "arguments",
        typed.arguments().stream().map(one -> argument(one, typed, configuration)).toList());
    var properties = new LinkedHashMap<String, Object>();
    properties.put("name", device.model());
    limits.ifPresent(
        known -> {
          for (Limit limit : Limit.values()) {
            properties.put(limit.label(), known.value(limit));
          }
        });
    fields.put("device", properties);
    return fields;
  }

  private static Map<String, Object> argument(
      Argument argument, Kernel typed, Configuration configuration) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("name", argument.name());
    fields.put("kind", kind(argument));
    Signature signature = typed.entryPoint().signature();
    Argument pointed =
        argument instanceof Argument.ByValue(_, Member.Pointer to)
            ? signature.buffer(to.of())
            : argument;
    TypeChoice choice = signature.typedBy().get(pointed.name());
    fields.put("type", choice != null && choice.isFact() ? choice.by() : pointed.type().label());
    if (argument instanceof Argument.Scalar scalar
        && configuration.values().keySet().containsAll(scalar.value().names())) {
      Frame frame = typed.frame(configuration, typed.shapes().getFirst()); // Equal on every shape.
      try {
        fields.put("value", scalar.number(frame));
      } catch (EvaluationException _) {
        // The scalar has no value in this configuration.
      }
    }
    return fields;
  }

  private static String kind(Argument argument) {
    return switch (argument) {
      case Argument.Buffer buffer -> buffer.output() ? "output" : "input";
      case Argument.Scalar _ -> "scalar";
      case Argument.ByValue(_, Member.Pointers(var all)) when all.isEmpty() -> "null";
      case Argument.ByValue(_, Member content) ->
          content instanceof Member.Struct ? "struct" : "pointer";
      case Argument.Scratch _ -> "scratch";
      case Argument.TensorMap _ -> "tensor_map";
    };
  }

  private Compilation build(Map<String, Object> fields, CompileKey key, Draft draft)
      throws IOException {
    boolean first = fresh;
    boolean again = false;
    while (true) {
      try {
        Compilation built = buildOnce(fields, key, draft);
        if (again || !(built instanceof Compilation.Failed failed) || !isOfSignal(failed.log())) {
          return built;
        }
      } catch (ToolFailure failure) {
        boolean refused = running() != null;
        if (again || failure.timedOut() || refused || (first && !isOfSignal(failure.reason()))) {
          return failed(failure);
        }
      }
      again = true;
      grace.accept(limit);
    }
  }

  private static boolean isOfSignal(String message) {
    return ToolRun.tellsOfSignal(message) || ENDED_BY_SIGNAL.matcher(message).find();
  }

  private Compilation buildOnce(Map<String, Object> fields, CompileKey key, Draft draft)
      throws IOException {
    try (Draft scratch = cache.folder().draft()) {
      Path folder = Files.createDirectories(scratch.path());
      var question = new LinkedHashMap<String, Object>();
      question.put("build", folder.toString());
      question.putAll(fields);
      ToolProcess asked = ready();
      long start = System.nanoTime();
      JsonNode answer = asked.ask(question, limit);
      long nanos = System.nanoTime() - start;
      if (answer.hasNonNull("error")) {
        fresh = false;
        var failed = new Compilation.Failed(answer.get("error").asString(answer.toString()), false);
        return isOfSignal(failed.log()) ? failed : cache.keepAsItIs(key, failed);
      }
      List<BuildAnswer> built;
      try {
        built = BuildAnswer.all(answer, folder, kernel);
      } catch (BuildAnswer.Unusable e) {
        throw asked.lost(String.valueOf(e.getMessage()));
      }
      fresh = false;
      for (BuildAnswer launch : built) {
        BuiltBinary.append(draft.path(), launch.binary(), launch.launch());
      }
      return cache.keep(key, draft, nanos);
    }
  }

  private Compilation.Failed failed(ToolFailure failure) {
    return new Compilation.Failed(
        "The build command '%s': %s".formatted(String.join(" ", command.words()), failure.reason()),
        failure.timedOut());
  }

  private @Nullable ToolProcess running() {
    return process != null && process.isUsable() ? process : null;
  }

  private ToolProcess ready() {
    ToolProcess usable = running();
    if (usable != null) {
      return usable;
    }
    String now = started();
    if (!now.equals(version)) {
      throw new EnvironmentException(
          "The build command of kernel '%s' was '%s' when the run began and is '%s' now."
              .formatted(kernel.name(), version, now));
    }
    return Objects.requireNonNull(process);
  }

  private String started() {
    close();
    fresh = true;
    grace.accept(command.start());
    try {
      ToolProcess next =
          ToolProcess.start(
              command.words(), kernel.folder(), ToolRun.temporaryFolder(), /* rests= */ false);
      process = next;
      return ToolProcess.ready(
          next.open(kernel.name(), ToolProcess.Exchange.BUILD, command.start()));
    } catch (ToolFailure e) {
      throw new EnvironmentException(
          "The build command '%s' of kernel '%s' is not ready: %s Maybe run it by hand in %s."
              .formatted(
                  String.join(" ", command.words()), kernel.name(), e.reason(), kernel.folder()));
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
      process = null;
    }
  }
}
