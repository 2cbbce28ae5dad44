package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random problems, dispatched by programs in C, C++ and Python and by evo itself. */
final class DispatchIT {

  private static final int COUNT = 600;

  private static final List<String> STRICT =
      List.of("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror");

  @TempDir private Path folder;

  private static final DeviceLimits H200 =
      new DeviceLimits(
          new EnumMap<>(
              Map.ofEntries(
                  Map.entry(Limit.CORES, 132L),
                  Map.entry(Limit.WARP_SIZE, 32L),
                  Map.entry(Limit.MAX_THREADS, 1024L),
                  Map.entry(Limit.SHARED_MEMORY, 232448L),
                  Map.entry(Limit.REGISTERS, 65536L),
                  Map.entry(Limit.L1_BYTES, 233472L),
                  Map.entry(Limit.L2_BYTES, 62914560L),
                  Map.entry(Limit.L3_BYTES, 62914560L),
                  Map.entry(Limit.MEMORY, 150000000000L),
                  Map.entry(Limit.VECTOR_BYTES, 16L),
                  Map.entry(Limit.COMPUTE_CAPABILITY, 90L))));

  @ParameterizedTest
  @CsvSource({
    "attention, cuda, B * H, 40",
    "attention, cpu, S, 300",
    "gemm, cuda, M * N * K, 100000000",
    "gemm, cpu, M, 200",
    "rmsnorm, cuda, N, 4096",
    "softmax, cpu, M // N, 3",
    "cooperative, cuda, N, 1000",
    "partials, cuda, N, 3000"
  })
  void dispatch_onRandomProblems_isWhatEvoSays(
      String name, String backend, String feature, long threshold)
      throws IOException, InterruptedException {
    Kernel kernel = ExampleShipment.kernel(name, backend);
    List<Configuration> chosen = new ArrayList<>(ExampleShipment.defaults(kernel));
    chosen.add(other(kernel));
    DispatchRule rule = ExampleShipment.rule(kernel, feature, threshold, chosen.size());
    Shipment shipment = ExampleShipment.of(kernel, chosen, Optional.of(rule));
    var expected = new ExpectedPlan(shipment, H200);
    var problems = new ArrayList<Shape>();
    var lines = new ArrayList<String>();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    while (problems.size() < COUNT) {
      Shape problem = problem(kernel, random);
      expected
          .line(problem)
          .ifPresent(
              line -> {
                problems.add(problem);
                lines.add(line);
              });
    }
    assertThat(lines).contains(ExpectedPlan.REFUSED);
    assertThat(lines.stream().map(line -> line.split(" ", 2)[0]).distinct().count())
        .isGreaterThanOrEqualTo(3);

    Files.writeString(folder.resolve("dispatch.h"), new DispatchHeader(shipment).text());
    Files.writeString(folder.resolve("main.c"), program(shipment));
    for (List<String> compiler :
        List.of(List.of("gcc", "-std=c11"), List.of("g++", "-x", "c++", "-std=c++17"))) {
      String program = folder.resolve("program").toString();
      var command = new ArrayList<>(compiler);
      command.addAll(STRICT);
      command.addAll(List.of(folder.resolve("main.c").toString(), "-o", program, "-lm"));
      ran("", command);
      assertThat(ran(numbers(shipment, problems), List.of(program))).isEqualTo(lines);
    }
    assertThat(ran("", List.of("python3", python(shipment, problems).toString()))).isEqualTo(lines);
  }

  /** One that has another launch where the kernel has a choice of it. */
  private static Configuration other(Kernel kernel) {
    Configuration other = kernel.defaultConfiguration();
    for (String name : List.of("PERSISTENT", "BLOCKS", "TILE_K", "ROWS", "VECTOR", "BLOCK")) {
      Optional<Value> value = other.find(name);
      if (value.isPresent()) {
        Value last =
            kernel.of(other).parameters().stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst()
                .orElseThrow()
                .values()
                .stream()
                .filter(each -> !each.equals(value.get()))
                .findFirst()
                .orElseThrow();
        return other.with(name, last);
      }
    }
    throw new AssertionError(kernel.name() + " has none of these parameters.");
  }

  private static Shape problem(Kernel kernel, RandomGenerator random) {
    Shape like = kernel.shapes().get(random.nextInt(kernel.shapes().size()));
    var dimensions = new LinkedHashMap<String, Long>();
    boolean declared = random.nextInt(8) == 0;
    like.dimensions()
        .forEach(
            (name, size) ->
                dimensions.put(
                    name,
                    declared
                        ? size
                        : switch (random.nextInt(8)) {
                          case 0, 1, 2 -> size;
                          case 3 -> 8L << random.nextInt(10);
                          case 4 -> random.nextLong(0, 4);
                          case 5 -> random.nextLong(1, 100) << random.nextInt(50);
                          default -> random.nextLong(1, 3000);
                        }));
    Shape facts = kernel.shapes().get(random.nextInt(kernel.shapes().size()));
    return new Shape("random", dimensions, declared ? like.facts() : facts.facts(), like.cache());
  }

  private static String numbers(Shipment shipment, List<Shape> problems) {
    return problems.stream()
        .map(
            problem ->
                Stream.concat(
                        problem.dimensions().values().stream().map(String::valueOf),
                        problem.facts().entrySet().stream()
                            .map(
                                fact ->
                                    String.valueOf(
                                        shipment
                                            .facts()
                                            .getOrDefault(fact.getKey(), List.of())
                                            .indexOf(fact.getValue().toString()))))
                    .collect(Collectors.joining(" ")))
        .collect(Collectors.joining("\n"));
  }

  private static String program(Shipment shipment) {
    String prefix = DispatchHeader.prefix(shipment);
    List<String> names =
        Stream.concat(shipment.dimensions().stream(), shipment.facts().keySet().stream()).toList();
    boolean gpu = shipment.isCuda();
    return """
    #include "dispatch.h"
    #include <inttypes.h>
    #include <stdio.h>

    int main(void) {
      %1$s_dimensions d;
      %1$s_plan plan;
      %2$s
      while (scanf("%3$s", %4$s) == %5$d) {
        if (%1$s_dispatch(&d, %6$s&plan) != NULL) {
          printf("refused\\n");
          continue;
        }
        printf("%%d %%d", plan.configuration, plan.binary);
        %7$s
        printf("\\n");
      }
      return 0;
    }
    """
        .formatted(
            prefix,
            gpu
                ? prefix
                    + "_device device = {"
                    + Stream.of(Limit.values())
                        .map(limit -> "INT64_C(" + H200.value(limit) + ")")
                        .collect(Collectors.joining(", "))
                    + "};"
                : "",
            names.stream().map(_ -> "%\" SCNd64 \"").collect(Collectors.joining(" ")),
            names.stream().map(name -> "&d." + name).collect(Collectors.joining(", ")),
            names.size(),
            gpu ? "&device, " : "",
            gpu
                ? """
                printf(" %u %u %u %u %u %u %u %u %u %u %u %d %" PRId64, plan.grid[0], plan.grid[1],
                       plan.grid[2], plan.block[0], plan.block[1], plan.block[2], plan.cluster[0],
                       plan.cluster[1], plan.cluster[2], plan.shared, plan.cooperative, plan.carveout,
                       plan.scratch);
                """
                : "");
  }

  private Path python(Shipment shipment, List<Shape> problems) throws IOException {
    new KernelPackage(shipment, "0.2.0").write(folder.resolve("package"));
    var text = new StringBuilder("import sys, types\nsys.path.insert(0, 'package')\n");
    text.append("import %s as kernel\n".formatted(shipment.word()));
    text.append("device = types.SimpleNamespace(\n");
    for (Limit limit : Limit.values()) {
      text.append("    %s=%d,\n".formatted(limit.label(), H200.value(limit)));
    }
    text.append(")\n").append("for sizes in [\n");
    for (Shape problem : problems) {
      var sizes = new ArrayList<String>();
      problem.dimensions().forEach((name, size) -> sizes.add("%s=%d".formatted(name, size)));
      problem.facts().forEach((name, value) -> sizes.add(name + "=" + PythonModule.literal(value)));
      text.append("    dict(").append(String.join(", ", sizes)).append("),\n");
    }
    text.append(
        """
        ]:
            try:
                p = kernel.plan(device=device, **sizes)
            except kernel.Unsupported:
                print("refused")
                continue
            numbers = [p.configuration, p.binary]
            if hasattr(p, "grid"):
                numbers += [*p.grid, *p.block, *(p.cluster or (0, 0, 0)), p.shared]
                numbers += [int(p.cooperative), -1 if p.carveout is None else p.carveout]
                numbers += [p.scratch]
            print(*numbers)
        """);
    return Files.writeString(folder.resolve("main.py"), text);
  }

  @Test
  void plan_inPython_describesTensorMaps() throws IOException, InterruptedException {
    Kernel kernel = ExampleShipment.kernel("gemm", "cuda");
    Shipment shipment =
        ExampleShipment.of(kernel, List.of(kernel.defaultConfiguration()), Optional.empty());
    Shape shape = kernel.shapes().getFirst();
    ShippedConfiguration one = shipment.configurations().getFirst();
    Frame frame = H200.frame(one.kernel(), shape, one.configuration().withoutVariant());
    List<String> expected =
        one.kernel().on(shape).arguments().stream()
            .filter(Argument.TensorMap.class::isInstance)
            .map(Argument.TensorMap.class::cast)
            .map(
                map ->
                    "('%s', %d, %d, %s, %s, %d, %d)"
                        .formatted(
                            map.of().name(),
                            map.type().tensorMapType(),
                            map.type().bytes(),
                            map.of().dimensions().stream().map(it -> it.integer(frame)).toList(),
                            map.box().stream().map(it -> it.integer(frame)).toList(),
                            map.swizzle().number(),
                            map.promotion().integer(frame)))
            .toList();
    assertThat(expected).hasSizeGreaterThan(2);

    String program =
        Files.readString(python(shipment, List.of(shape)))
            .replace(
                "print(*numbers)",
                "print(*[value for kind, value in p.arguments if kind == 'map'], sep='\\n')");
    Path main = Files.writeString(folder.resolve("main.py"), program);

    assertThat(ran("", List.of("python3", main.toString()))).isEqualTo(expected);
  }

  @Test
  void twoKernels_inOneProgram_doNotCollide() throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    for (String name : List.of("attention", "gemm", "softmax")) {
      Kernel kernel = ExampleShipment.kernel(name, "cpu");
      Shipment shipment =
          ExampleShipment.of(kernel, ExampleShipment.defaults(kernel), Optional.empty());
      new KernelPackage(shipment, "0.2.0").write(folder.resolve(name));
      ran(
          "",
          Stream.concat(
                  Stream.of("gcc", "-std=c11", "-c", folder + "/" + name + "/" + name + ".c"),
                  Stream.concat(STRICT.stream(), Stream.of("-o", folder + "/" + name + ".o")))
              .toList());
      lines.add("#include \"%s/%s.h\"".formatted(name, name));
    }
    lines.add("int main() { return evo_gemm_file(0) == evo_softmax_file(0); }");
    Files.write(folder.resolve("main.cpp"), lines);
    var command = new ArrayList<>(List.of("g++", "-std=c++17"));
    command.addAll(STRICT);
    command.addAll(List.of(folder + "/main.cpp", folder + "/attention.o", folder + "/gemm.o"));
    command.addAll(List.of(folder + "/softmax.o", "-o", folder + "/main", "-ldl", "-lm"));
    ran("", command);
    ran("", List.of(folder + "/main"));
  }

  @ParameterizedTest
  @CsvSource({"attention", "convolution", "cooperative", "gemm", "partials", "rmsnorm", "softmax"})
  void launcher_forAGpu_compilesWithoutWarnings(String name)
      throws IOException, InterruptedException {
    Path toolkit = Path.of(System.getenv().getOrDefault("CUDA_HOME", "/usr/local/cuda"), "include");
    assumeTrue(Files.exists(toolkit.resolve("cuda.h")), "no CUDA toolkit in " + toolkit);
    Kernel kernel = ExampleShipment.kernel(name, "cuda");
    new KernelPackage(
            ExampleShipment.of(kernel, ExampleShipment.defaults(kernel), Optional.empty()), "0.2.0")
        .write(folder);
    var command = new ArrayList<>(List.of("gcc", "-std=c11", "-isystem", toolkit.toString(), "-c"));
    command.addAll(STRICT);
    command.addAll(List.of(folder + "/" + name + ".c", "-o", folder + "/launcher.o"));
    ran("", command);
  }

  private List<String> ran(String input, List<String> command)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectInput(Files.writeString(folder.resolve("input.txt"), input).toFile())
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, e::toString);
      throw e;
    }
    assertThat(process.waitFor()).as("%s%n%s", command, Files.readString(output)).isZero();
    return Files.readAllLines(output);
  }
}
