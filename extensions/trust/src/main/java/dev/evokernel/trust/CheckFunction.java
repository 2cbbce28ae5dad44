package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.yaml.ShippedText;

/**
 * Judge of outputs: a C function built into a program of its own, so that a crash does not end the
 * worker. The program consists of the function's source, a call with the kernel's arguments, and a
 * loop that reads questions.
 *
 * @param source one file; its entry is the function
 */
record CheckFunction(Kernel kernel, Source source) {

  private static final String LOOP = "check_main.c";

  /**
   * Compiles the program into a folder.
   *
   * @param macros of the shapes whose outputs are judged
   * @return the program
   * @throws EnvironmentException if there is no C compiler, or the compiler rejects the function
   */
  Path build(Path folder, Configuration macros, Duration limit) throws IOException {
    InstalledCompiler compiler =
        InstalledCompiler.find(System.getenv())
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "No C compiler for the check '%s' of kernel '%s'. Install one, for example with 'apt-get install gcc'."
                            .formatted(source.entry(), kernel.name())));
    Path written = folder.resolve("check.c");
    Files.writeString(written, text());
    Path program = folder.resolve("check");
    var arguments = new ArrayList<>(List.of("-std=gnu11", "-O2"));
    arguments.addAll(source.flags());
    arguments.addAll(Compiler.definitions(macros));
    arguments.addAll(List.of(written.toString(), "-lm", "-o", program.toString()));
    ToolRun run = compiler.run(arguments, limit);
    if (!run.succeeded()) {
      throw new EnvironmentException(
          "The check '%s' of kernel '%s' does not compile:%n%s%nIt takes the entry's arguments and then const long long *sizes, char *message, size_t room."
              .formatted(source.entry(), kernel.name(), run.account(compiler.version(), limit)));
    }
    return program;
  }

  private String text() {
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
            ShippedText.of(CheckFunction.class, LOOP));
  }
}
