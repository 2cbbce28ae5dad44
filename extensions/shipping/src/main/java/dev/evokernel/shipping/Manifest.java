package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.Sha256;
import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Member;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.BestResult;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.JsonRenderer;
import dev.evokernel.report.Plain;
import dev.evokernel.report.Reproduction;
import dev.evokernel.shipping.Shipment.ServedShape;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * The text of {@code manifest.json}: content, provenance and measured times of a package.
 *
 * @param evo the version of evo that writes the package
 * @param digests SHA-256 of every file of the package except the manifest
 */
record Manifest(
    Shipment shipment, CompileCommand command, String evo, SortedMap<String, String> digests) {

  static final String FILE = "manifest.json";

  /** Marks a folder that evo wrote. */
  static final String FORMAT = "evo kernel package";

  /** Incremented by every incompatible change. */
  static final int VERSION = 2;

  private static final Data.Columns<ServedShape> SHAPE =
      new Data.Columns<ServedShape>()
          .add("name", served -> served.shape().name())
          .add("dimensions", served -> served.shape().plain())
          .add("cache", served -> served.shape().cache().label())
          .add("configuration", ServedShape::position)
          .add("p50_ns", served -> served.samples().map(Samples::p50))
          .add("p90_ns", served -> served.samples().map(Samples::p90))
          .add("default_p50_ns", served -> served.theDefault().map(Samples::p50))
          .add("speedup", served -> served.speedUp().map(BestResult::speedUp));

  private record Listed(String file, String sha256) {}

  String text() {
    StoredRun run = shipment.history().run();
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("format", FORMAT);
    json.put("version", VERSION);
    json.put("evo", evo);
    json.put("kernel", shipment.name());
    json.put("backend", shipment.kernel().backend());
    json.put("result", shipment.sentence());
    json.put("run", run(run));
    json.put("device", device(run));
    json.put("dimensions", shipment.dimensions());
    json.put("facts", shipment.facts());
    json.put("arguments", shipment.kernel().arguments().stream().map(this::argument).toList());
    json.put(
        "configurations", shipment.configurations().stream().map(this::configuration).toList());
    json.put("shapes", SHAPE.objects(shipment.shapes()));
    json.put("rule", shipment.rule().map(this::rule).orElseGet(() -> leaf(shipment.usualOrder())));
    json.put("learnt_from", shipment.learntFrom());
    json.put(
        "files",
        digests.entrySet().stream()
            .map(file -> new Listed(file.getKey(), file.getValue()))
            .toList());
    return new JsonRenderer().render(Document.of(Data.Fields.of(json)));
  }

  private Map<String, @Nullable Object> run(StoredRun run) {
    return new Data.Columns<StoredRun>()
        .add("id", StoredRun::id)
        .add("started", each -> each.run().started().toString())
        .add("seed", each -> each.run().seed())
        .add("evo", each -> each.provenance().evoVersion())
        .add("source_hash", each -> each.subject().sourceHash())
        .add("commit", each -> each.provenance().commit().map(Object::toString))
        .add("reproduce", _ -> Reproduction.ofRun(shipment.history()))
        .object(run);
  }

  private static Map<String, @Nullable Object> device(StoredRun run) {
    return new Data.Columns<Provenance>()
        .add("model", from -> from.device().model())
        .add("driver", from -> from.device().driver())
        .add("architecture", Provenance::architecture)
        .add("compiler", Provenance::compiler)
        .object(run.provenance());
  }

  private Map<String, @Nullable Object> argument(Argument argument) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("name", argument.name());
    Optional<String> fact = new ShapeNames(shipment).typedBy(argument);
    json.put("type", fact.orElse(argument.type().label()));
    switch (argument) {
      case Argument.Buffer buffer -> {
        json.put("kind", buffer.access().name().toLowerCase(Locale.ROOT));
        json.put("dimensions", texts(buffer.dimensions()));
      }
      case Argument.Scalar scalar -> {
        json.put("kind", "scalar");
        json.put("value", scalar.value().expanded());
      }
      case Argument.ByValue value -> {
        json.put("kind", "by value");
        json.put("parts", value.content().flat().stream().map(Manifest::part).toList());
      }
      case Argument.Scratch scratch -> {
        json.put("kind", "scratch");
        json.put("elements", scratch.elements().expanded());
      }
      case Argument.TensorMap map -> {
        json.put("kind", "tensor map");
        json.put("of", map.of().name());
        json.put("box", texts(map.box()));
        json.put("swizzle", map.swizzle().label());
        json.put("promotion", map.promotion().expanded());
      }
    }
    return json;
  }

  private static String part(Member.Leaf part) {
    return switch (part) {
      case Member.Scalar(ElementType type, Expression value) ->
          type.label() + " " + value.expanded();
      case Member.Pointer to -> "&%s[%s]".formatted(to.of(), to.offset().expanded());
      case Member.Pointers _ -> "null";
      case Member.Gap(long bytes) -> "padding " + bytes;
    };
  }

  private static List<String> texts(List<Expression> all) {
    return all.stream().map(Expression::expanded).toList();
  }

  private Map<String, @Nullable Object> configuration(ShippedConfiguration shipped) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("position", shipped.position());
    json.put("candidate", shipped.candidate().isPresent() ? shipped.candidate().getAsInt() : null);
    json.put("variant", shipped.configuration().variant().orElse(null));
    json.put("parameters", Plain.of(shipped.configuration().withoutVariant()));
    json.put("entry", shipped.source().entry());
    json.put("flags", shipped.source().flags());
    json.put("sources", shipped.kernel().source().files().stream().map(command::file).toList());
    json.put("arguments", shipped.kernel().arguments().stream().map(this::argument).toList());
    List<Launch> launches = shipped.kernel().entryPoint().launches();
    json.put("launch", launch(launches.getFirst().geometry()));
    List<Argument> passed =
        shipped.kernel().arguments().stream()
            .filter(argument -> !(argument instanceof Argument.Buffer one && one.isSymbol()))
            .toList();
    if (launches.size() > 1
        || !shipped.kernel().entryPoint().taken(launches.getFirst()).equals(passed)) {
      json.put(
          "launches",
          IntStream.range(0, launches.size())
              .mapToObj(i -> launch(shipped, shipped.source().entries().get(i), launches.get(i)))
              .toList());
    }
    List<Constraint> constraints = PlanFunction.constraints(shipment, shipped);
    json.put("constraints", texts(constraints.stream().map(Constraint::condition).toList()));
    json.put("reasons", constraints.stream().map(PlanFunction::broken).toList());
    json.put(
        "binaries", shipped.binaries().stream().map(binary -> binary(shipped, binary)).toList());
    return json;
  }

  private static Map<String, @Nullable Object> launch(
      ShippedConfiguration shipped, String entry, Launch launch) {
    return new Data.Columns<Launch>()
        .add("entry", _ -> entry)
        .add("launch", each -> launch(each.geometry()))
        .add(
            "arguments",
            each -> shipped.kernel().entryPoint().taken(each).stream().map(Argument::name).toList())
        .object(launch);
  }

  private static @Nullable Map<String, @Nullable Object> launch(@Nullable LaunchGeometry launch) {
    return launch == null
        ? null
        : new Data.Columns<LaunchGeometry>()
            .add("grid", each -> texts(each.grid()))
            .add("block", each -> texts(each.block()))
            .add("cluster", each -> texts(each.cluster()))
            .add("shared", each -> each.sharedBytes().expanded())
            .add("cooperative", each -> each.cooperative().map(Expression::expanded))
            .add("carveout", each -> each.carveout().map(Expression::expanded))
            .object(launch);
  }

  private Map<String, @Nullable Object> binary(ShippedConfiguration shipped, ShippedBinary binary) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("number", binary.number());
    json.put("macros", Plain.of(binary.macros()));
    json.put("when", binary.condition(shipped.kernel()).expanded());
    json.put("shapes", binary.shapes());
    json.put("file", shipment.file(binary));
    json.put(
        "sha256", binary.compiled().map(made -> Sha256.of(made.images().bytes())).orElse(null));
    List<String> symbols = shipment.symbols(binary);
    json.put("symbol", symbols.getFirst());
    if (symbols.size() > 1) {
      json.put("symbols", symbols);
    }
    if (!Set.of(0).containsAll(shipment.starts(binary))) {
      json.put("images", shipment.starts(binary));
    }
    json.put("compile", command.words(shipped, binary));
    return json;
  }

  private Map<String, @Nullable Object> rule(DispatchRule rule) {
    return switch (rule) {
      case DispatchRule.Leaf(List<Integer> positions) -> leaf(shipment.completed(positions));
      case DispatchRule.Split split ->
          new Data.Columns<DispatchRule.Split>()
              .add("if", each -> each.question().text())
              .add("then", each -> rule(each.yes()))
              .add("else", each -> rule(each.no()))
              .object(split);
    };
  }

  private static Map<String, @Nullable Object> leaf(List<Integer> positions) {
    return Map.of("configurations", positions);
  }
}
