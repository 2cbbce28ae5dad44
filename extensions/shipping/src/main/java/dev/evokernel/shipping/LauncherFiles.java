package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Launch;

/** Texts of the launcher in C: {@code <kernel>.h} and {@code <kernel>.c}. */
record LauncherFiles(Shipment shipment, ShapeNames names, String prefix) {

  LauncherFiles(Shipment shipment) {
    this(shipment, new ShapeNames(shipment), DispatchHeader.prefix(shipment));
  }

  Map<String, String> texts() {
    String backend = shipment.isCuda() ? "cuda" : "cpu";
    var texts = new LinkedHashMap<String, String>();
    texts.put(
        "HEADING",
        DispatchHeader.heading(
            shipment, "The kernel '%s' as a function.".formatted(shipment.name())));
    texts.put("NAME", prefix);
    texts.put("MACRO", DispatchHeader.macro(shipment));
    texts.put("WORD", shipment.word());
    texts.put(
        "BUFFER_MEMBERS",
        Stream.concat(
                shipment.buffers().stream().map(this::member),
                shipment.scalars().stream().map(this::member))
            .collect(Collectors.joining()));
    texts.put("SCALARS", shipment.scalars().isEmpty() ? "" : ", and the scalars; set every one");
    texts.put(
        "TENSOR_MAPS",
        shipment.configurations().stream()
                .flatMap(shipped -> shipped.kernel().arguments().stream())
                .anyMatch(Argument.TensorMap.class::isInstance)
            ? ProgramText.filled("tensor-maps.c", Map.of())
            : "");
    texts.put("STARTS", starts());
    texts.put(
        "CARVEOUT",
        hasCarveout() ? ProgramText.read("carveout.c.template") : "  (void)carveout;\n");
    texts.put("FEATURES", hasSymbols() ? "#define _GNU_SOURCE /* for dladdr1 */\n" : "");
    texts.put(
        "INCLUDES",
        hasSymbols() ? "#include <link.h>\n#include <sched.h>\n#include <stdatomic.h>\n" : "");
    texts.put(
        "SYMBOLS",
        hasSymbols()
            ? ProgramText.filled("symbols.%s.c".formatted(backend), Map.of("NAME", prefix))
            : "");
    texts.put(
        "TURNS", hasSymbols() ? ProgramText.filled("turns.%s.h".formatted(backend), Map.of()) : "");
    texts.put(
        "LAUNCHES",
        shipment.configurations().stream()
            .map(shipped -> shipment.isCuda() ? onGpu(shipped) : onCpu(shipped))
            .collect(Collectors.joining()));
    texts.put(
        "LAUNCH_CASES",
        shipment.configurations().stream()
            .map(shipped -> launchCase(shipped.position()))
            .collect(Collectors.joining()));
    return Map.of(
        shipment.word() + ".h", ProgramText.filled("launcher.%s.h".formatted(backend), texts),
        shipment.word() + ".c", ProgramText.filled("launcher.%s.c".formatted(backend), texts));
  }

  private String starts() {
    return shipment
        .binaries()
        .map(binary -> shipment.starts(binary))
        .map(starts -> starts.stream().map(Object::toString).collect(Collectors.joining(", ")))
        .map("      {%s},\n"::formatted)
        .collect(Collectors.joining());
  }

  private boolean hasSymbols() {
    return shipment.configurations().stream().anyMatch(shipped -> !shipped.symbols().isEmpty());
  }

  private String member(Argument.Buffer buffer) {
    String comment =
        switch (buffer.access()) {
          case INPUT, OUTPUT -> "";
          case SYMBOL -> " /* copied to a global variable of the binary */";
          case INOUT -> " /* read and written */";
        };
    return "  %s%s;%s\n"
        .formatted(ArgumentText.pointer(buffer, names), ProgramText.name(buffer.name()), comment);
  }

  private String member(Argument.Scalar scalar) {
    return "  %s %s; /* %s in the run */\n"
        .formatted(scalar.type().c(), ProgramText.name(scalar.name()), scalar.value().expanded());
  }

  private static List<Argument> passed(ShippedConfiguration shipped) {
    return shipped.kernel().arguments().stream().filter(Argument::isPassed).toList();
  }

  private boolean hasCarveout() {
    return shipment.configurations().stream()
        .flatMap(shipped -> shipped.kernel().launches().stream())
        .anyMatch(launch -> launch.carveout().isPresent());
  }

  private String launchCase(int position) {
    return "  case %1$d:\n    ".formatted(position)
        + (shipment.isCuda()
                ? "status = launch_%d(opened, functions, plan, d, buffers, scratch, stream)"
                : "result = launch_%d(opened, entries, plan, d, buffers)")
            .formatted(position)
        + ";\n    break;\n";
  }

  private String onCpu(ShippedConfiguration shipped) {
    var texts = new ArgumentText(shipment, shipped, names);
    var arguments = new HashMap<String, ArgumentText.Passed>();
    var structures = new StringBuilder();
    for (Argument argument : passed(shipped)) {
      var own =
          texts.passed(argument, "launch_%d_%s".formatted(shipped.position(), argument.name()));
      arguments.put(argument.name(), own);
      structures.append(own.definition());
    }
    EntryPoint entryPoint = shipped.kernel().entryPoint();
    var functions = new StringBuilder();
    var calls = new ArrayList<String>();
    for (Launch launch : entryPoint.launches()) {
      int i = calls.size();
      List<Argument> taken = entryPoint.taken(launch);
      functions.append(
          "  void (*function_%d)(%s);\n"
              .formatted(i, joined(taken, arguments, ArgumentText.Passed::type, ", ")));
      calls.add(
          "function_%d(%s);\n"
              .formatted(i, joined(taken, arguments, ArgumentText.Passed::value, ",\n      ")));
    }
    return ProgramText.filled(
        "launch.cpu.c",
        Map.of(
            "NAME", prefix,
            "POSITION", Integer.toString(shipped.position()),
            "STRUCTURES", structures.toString(),
            "FUNCTIONS", functions.toString(),
            "ENTRIES",
                IntStream.range(0, calls.size())
                    .mapToObj(
                        "  memcpy(&function_%1$d, &entries[%1$d], sizeof function_%1$d);\n"
                            ::formatted)
                    .collect(Collectors.joining()),
            "CALLS",
                shipped.symbols().isEmpty()
                    ? calls.stream().map(call -> "  " + call).collect(Collectors.joining())
                    : inTurn(shipped, String.join("    ", calls))));
  }

  private static String joined(
      List<Argument> taken,
      Map<String, ArgumentText.Passed> all,
      Function<ArgumentText.Passed, String> text,
      String between) {
    return taken.stream()
        .map(argument -> text.apply(Objects.requireNonNull(all.get(argument.name()))))
        .collect(Collectors.joining(between));
  }

  /** Call inside a critical section that first fills the library's global variables. */
  private String inTurn(ShippedConfiguration shipped, String call) {
    var text = new StringBuilder("  take_turn();\n");
    for (Argument.Buffer symbol : shipped.symbols()) {
      text.append(
          """
            if (!result.failed) {
              result = fill(opened->libraries[plan->binary], %s, buffers->%s, %s, %s_file(plan->binary));
            }
          """
              .formatted(
                  ProgramText.quoted(symbol.name()),
                  ProgramText.name(symbol.name()),
                  bytes(symbol),
                  prefix));
    }
    return text.append("  if (!result.failed) {\n    ")
        .append(call)
        .append("  }\n  end_turn();\n")
        .toString();
  }

  private String bytes(Argument.Buffer buffer) {
    return "(size_t)(%s_elements(d, %s) * %s%s)"
        .formatted(
            prefix,
            DispatchHeader.buffer(shipment, buffer),
            names.ofType(buffer, ElementType::bytes),
            buffer.type().isPacked() ? " / 2" : "");
  }

  private String onGpu(ShippedConfiguration shipped) {
    var arguments = new StringBuilder();
    var fills = new StringBuilder();
    var maps = new StringBuilder();
    var texts = new ArgumentText(shipment, shipped, names);
    EntryPoint entryPoint = shipped.kernel().entryPoint();
    for (Argument argument : passed(shipped)) {
      var own = texts.passed(argument, "of_" + argument.name());
      arguments.append(own.definition().indent(2));
      arguments.append(
          "  %s a_%s%s;\n"
              .formatted(
                  own.type(), argument.name(), own.value().isEmpty() ? "" : " = " + own.value()));
      if (argument instanceof Argument.TensorMap map) {
        maps.append(description(map, "a_" + argument.name(), shipped));
      }
    }
    var starts = new StringBuilder();
    var used = new HashSet<Argument>();
    for (int i = 0; i < entryPoint.launches().size(); i++) {
      List<Argument> taken = entryPoint.taken(entryPoint.launches().get(i));
      used.addAll(taken);
      arguments.append(
          taken.stream()
              .map(argument -> "&a_" + argument.name())
              .collect(
                  Collectors.joining(", ", "  void *arguments_%d[] = {".formatted(i), "};\n")));
      starts.append(
          """
            if (status == CUDA_SUCCESS) {
              status = start(functions[%1$d], %2$sgrid, %2$sblock, %2$scluster, %2$sshared,
                  %2$scooperative, %2$scarveout, arguments_%1$d, stream);
            }
          """
              .formatted(i, PlanFunction.place(i)));
    }
    passed(shipped).stream()
        .filter(argument -> !used.contains(argument))
        .forEach(argument -> arguments.append("  (void)a_%s;\n".formatted(argument.name())));
    for (Argument.Scratch piece : shipped.scratch()) {
      fills.append(
          ProgramText.filled(
              "scratch.cuda.c",
              Map.of(
                  "ELEMENTS", names.of(piece.elements(), shipped),
                  "BYTES", names.ofType(piece, ElementType::bytes),
                  "ARGUMENT", piece.name())));
    }
    for (Argument.Buffer symbol : shipped.symbols()) {
      maps.append(
          """
            if (status == CUDA_SUCCESS) {
              status = fill(opened->modules[plan->binary][0], %s, buffers->%s, %s, stream);
            }
          """
              .formatted(
                  ProgramText.quoted(symbol.name()),
                  ProgramText.name(symbol.name()),
                  bytes(symbol)));
    }
    return ProgramText.filled(
        "launch.cuda.c",
        Map.of(
            "NAME", prefix,
            "POSITION", Integer.toString(shipped.position()),
            "ARGUMENTS", arguments.toString(),
            "FILLS", fills.append(maps).toString(),
            "STARTS", starts.toString()));
  }

  private String description(Argument.TensorMap map, String local, ShippedConfiguration shipped) {
    return """
      if (status == CUDA_SUCCESS) {
        const int64_t sizes[] = {%s};
        const int64_t box[] = {%s};
        status = describe(&%s, (CUtensorMapDataType)%s, %s, buffers->%s, %d, sizes, box,
            CU_TENSOR_MAP_SWIZZLE_%s, %s);
      }
    """
        .formatted(
            values(map.of().dimensions(), shipped),
            values(map.box(), shipped),
            local,
            names.ofType(map, ElementType::tensorMapType),
            names.ofType(map, ElementType::bytes),
            ProgramText.name(map.of().name()),
            map.box().size(),
            map.swizzle() == Argument.Swizzle.NONE ? "NONE" : map.swizzle().label(),
            names.of(map.promotion(), shipped));
  }

  private String values(List<Expression> all, ShippedConfiguration shipped) {
    return all.stream().map(size -> names.of(size, shipped)).collect(Collectors.joining(", "));
  }
}
