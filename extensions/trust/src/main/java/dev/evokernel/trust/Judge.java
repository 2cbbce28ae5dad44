package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.yaml.ShippedText;

/**
 * A kernel's own check in the process that owns the device. A check by a C function has one program
 * for each choice of the shapes' macros.
 */
final class Judge {

  private static final String LOOP = "check_main.c";
  private static final Configuration NOTHING = new Configuration(Map.of());

  private final Kernel kernel;
  private final Reference.Judge check;
  private final CheckExchange exchange;
  private final boolean rests;
  private final Consumer<Duration> grace;
  private final Map<Configuration, CheckProgram> programs = new HashMap<>();
  private boolean granted;

  /**
   * @param cache a folder for files if the machine has no shared memory
   * @param rests whether the program is stopped between questions
   * @param grace extends the deadline of the work in progress
   */
  Judge(Kernel kernel, Path cache, boolean rests, Consumer<Duration> grace) {
    this.kernel = kernel;
    this.check = (Reference.Judge) kernel.reference();
    this.exchange = CheckExchange.open(kernel, cache);
    this.rests = rests;
    this.grace = grace;
  }

  /** Wraps a workspace so that the program judges its outputs instead of a comparison. */
  JudgedWorkspace judging(Workspace workspace, Shape shape) {
    CheckProgram program =
        programs.computeIfAbsent(
            check.function().isPresent() ? kernel.macrosOfProblem(shape) : NOTHING, this::program);
    program.ready();
    return new JudgedWorkspace(workspace, kernel.on(shape), shape, this, program);
  }

  private CheckProgram program(Configuration macros) {
    List<String> words =
        check
            .function()
            .map(source -> List.of(built(source, macros).toString()))
            .orElse(check.words());
    return new CheckProgram(kernel, check.toString(), words, check.limit(), rests);
  }

  /**
   * Compiles a C function into a program of its own, so that a crash does not end the worker. The
   * program consists of the function's source, a call with the kernel's arguments, and a loop that
   * reads questions.
   *
   * @throws EnvironmentException if there is no C compiler, or the compiler rejects the function
   */
  private Path built(Source source, Configuration macros) {
    InstalledCompiler compiler =
        InstalledCompiler.find(System.getenv())
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "No C compiler for the check '%s' of kernel '%s'. Install one, for example with 'apt-get install gcc'."
                            .formatted(source.entry(), kernel.name())));
    try {
      Path folder = Files.createDirectory(exchange.folder().resolve("function-" + programs.size()));
      Path written = folder.resolve("check.c");
      Files.writeString(written, text(source));
      Path program = folder.resolve("check");
      var arguments = new ArrayList<>(List.of("-std=gnu11", "-O2"));
      arguments.addAll(source.flags());
      arguments.addAll(Compiler.definitions(macros));
      arguments.addAll(List.of(written.toString(), "-lm", "-o", program.toString()));
      ToolRun run = compiler.run(arguments, check.limit());
      if (!run.succeeded()) {
        throw new EnvironmentException(
            "The check '%s' of kernel '%s' does not compile:%n%s%nIt takes the entry's arguments and then const long long *sizes, char *message, size_t room."
                .formatted(
                    source.entry(), kernel.name(), run.account(compiler.version(), check.limit())));
      }
      return program;
    } catch (IOException e) {
      throw new EnvironmentException(
          "The check '%s' of kernel '%s' cannot be built: %s."
              .formatted(check, kernel.name(), e.getMessage()),
          e);
    }
  }

  private String text(Source source) {
    int scalars = 0;
    var arguments = new ArrayList<String>();
    for (Argument argument : kernel.arguments()) {
      switch (argument) {
        case Argument.Buffer buffer ->
            arguments.add(
                "evo_buffer(\"%s%s\")".formatted(buffer.output() ? "outputs/" : "", buffer.name()));
        case Argument.Scalar scalar -> {
          arguments.add(
              "%s[%d]".formatted(scalar.type().isFloating() ? "evo_real" : "evo_whole", scalars));
          scalars++;
        }
        case Argument.ByValue _, Argument.Scratch _, Argument.TensorMap _ -> {}
      }
    }
    return """
    #include "%s"
    #define EVO_CALL(message, room) %s(%s, evo_whole + %d, message, room)
    #define EVO_READY "{\\"ready\\": \\"%s\\", \\"evo_check\\": 1}"
    %s\
    """
        .formatted(
            source.files().getFirst(),
            source.entry(),
            String.join(", ", arguments),
            scalars,
            source.entry(),
            ShippedText.of(Judge.class, LOOP));
  }

  void ready() {
    programs.values().forEach(CheckProgram::ready);
    granted = false;
  }

  Optional<String> fault(
      CheckProgram program,
      Shape shape,
      InputSet inputSet,
      Configuration configuration,
      List<CheckExchange.Written> outputs) {
    if (!granted) {
      granted = true;
      grace.accept(check.limit());
    }
    Path folder = exchange.write(shape, inputSet, outputs);
    return program.fault(question(folder, shape, inputSet, configuration, outputs));
  }

  private Map<String, Object> question(
      Path folder,
      Shape shape,
      InputSet inputSet,
      Configuration configuration,
      List<CheckExchange.Written> outputs) {
    Kernel own = kernel.on(shape);
    Frame frame = own.frame(configuration, shape);
    Signature signature = own.entryPoint().signature();
    Map<String, Object> scalars = signature.scalars(frame);
    var inputs = new LinkedHashMap<String, Object>();
    signature
        .buffers()
        .filter(Argument.Buffer::holds)
        .forEach(
            buffer -> inputs.put(buffer.name(), folder.resolve(buffer.name() + ".npy").toString()));
    var written = new LinkedHashMap<String, Object>();
    outputs.forEach(
        buffer -> written.put(buffer.name(), CheckExchange.file(folder, buffer.name()).toString()));
    var question = new LinkedHashMap<String, Object>();
    question.put("check", folder.toString());
    if (check.function().isPresent()) {
      question.put("call", call(scalars, shape, outputs));
    }
    question.put("shape", shape.name());
    question.put("dimensions", shape.dimensions());
    question.put("facts", shape.plainFacts());
    question.put("parameters", configuration.plainValues());
    question.put("scalars", scalars);
    question.put("seed", inputSet.seed());
    inputSet.special().ifPresent(special -> question.put("special", special.label()));
    question.put("inputs", inputs);
    question.put("outputs", written);
    return question;
  }

  /** Lists the arguments of a check function besides buffers: scalars, then sizes. */
  private static String call(
      Map<String, Object> scalars, Shape shape, List<CheckExchange.Written> outputs) {
    var words = new ArrayList<String>();
    scalars.values().forEach(value -> words.add(value.toString()));
    shape.dimensions().values().forEach(size -> words.add(size.toString()));
    outputs.forEach(
        output ->
            words.add(
                String.valueOf(output.dimensions().stream().reduce(1L, Math::multiplyExact))));
    return String.join(" ", words);
  }
}
