package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer of a build command for one launch: its binary and how it is launched. */
record BuildAnswer(Path binary, BuiltLaunch launch) {

  private static final Set<String> KINDS = Set.of("cubin", "ptx", "library");
  private static final Set<String> LAUNCH =
      Set.of(
          "grid", "block", "shared", "cluster", "cooperative", "carveout", "arguments", "hidden");
  private static final int AXES = 3;
  private static final String LAUNCHES = "launches";

  /** The reason why an answer cannot be used; completes "it …". */
  static final class Unusable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unusable(String what) {
      super(what);
    }
  }

  /**
   * Parses the answer for every launch. What the object of a launch does not say is said beside
   * {@code launches}.
   *
   * @throws Unusable if the answer cannot be used
   */
  static List<BuildAnswer> all(JsonNode answer, Path folder, Kernel kernel) {
    int count = kernel.entryPoint().launches().size();
    List<JsonNode> listed =
        answer.path(LAUNCHES).values().stream().filter(JsonNode::isObject).toList();
    if (answer.has(LAUNCHES) && listed.size() != count) {
      throw new Unusable(
          "answered with %d launches; %s has %d: %s"
              .formatted(
                  listed.size(), kernel.file().getFileName(), count, kernel.source().entries()));
    }
    var all = new ArrayList<BuildAnswer>();
    for (int i = 0; i < count; i++) {
      var own = ((ObjectNode) answer).deepCopy();
      own.remove(LAUNCHES);
      if (!listed.isEmpty()) {
        listed.get(i).forEachEntry(own::set);
      }
      all.add(of(own, folder, kernel, i));
    }
    boolean one =
        kernel.backend().equals("cpu") || !kernel.entryPoint().signature().symbols().isEmpty();
    if (one && all.stream().map(BuildAnswer::binary).distinct().count() > 1) {
      throw new Unusable(
          "answered with several binaries; the backend cpu and inputs in global variables need one");
    }
    return all;
  }

  /**
   * Parses the answer for one launch.
   *
   * @throws Unusable if the answer cannot be used
   */
  private static BuildAnswer of(JsonNode answer, Path folder, Kernel kernel, int position) {
    boolean cuda = kernel.backend().equals("cuda");
    var unknown = new TreeSet<String>(answer.propertyNames());
    unknown.removeAll(KINDS);
    unknown.removeAll(LAUNCH);
    unknown.removeAll(Set.of("entry", "log"));
    if (!unknown.isEmpty()) {
      throw new Unusable("answered with the unknown key '" + unknown.first() + "'");
    }
    List<String> kinds = KINDS.stream().filter(answer::hasNonNull).sorted().toList();
    List<String> possible = cuda ? List.of("cubin", "ptx") : List.of("library");
    if (kinds.size() != 1 || !possible.contains(kinds.getFirst())) {
      throw new Unusable(
          "answered with %s; for the backend %s it is one of %s, or 'error'"
              .formatted(
                  kinds.isEmpty() ? "no binary" : kinds.toString(), kernel.backend(), possible));
    }
    Optional<String> needless =
        LAUNCH.stream().filter(key -> !cuda && answer.has(key)).sorted().findFirst();
    if (needless.isPresent()) {
      throw new Unusable(
          "answered with '%s', which the backend cpu does not know".formatted(needless.get()));
    }
    var launch =
        new BuiltLaunch(
            answer.path("entry").asString(""),
            find(answer, "grid").map(node -> sizes(node, "grid")).orElse(List.of()),
            find(answer, "block").map(node -> sizes(node, "block")).orElse(List.of()),
            find(answer, "cluster").map(node -> sizes(node, "cluster")).orElse(List.of()),
            find(answer, "shared").map(node -> integer(node, "shared", 0)),
            find(answer, "cooperative").map(BuildAnswer::cooperative),
            find(answer, "carveout").map(BuildAnswer::carveout),
            find(answer, "arguments").map(node -> arguments(node, kernel)),
            answer.path("hidden").values().stream().map(BuildAnswer::hidden).toList());
    requireWhole(launch, kernel, position);
    return new BuildAnswer(file(answer.get(kinds.getFirst()), kinds.getFirst(), folder), launch);
  }

  private static void requireWhole(BuiltLaunch launch, Kernel kernel, int position) {
    var missing = new ArrayList<String>();
    String entry = launch.entryOr(kernel.source().entries().get(position));
    if (entry.isEmpty()) {
      missing.add("entry");
    }
    for (LaunchGeometry described : kernel.launches().stream().skip(position).limit(1).toList()) {
      if (described.grid().isEmpty() && launch.grid().isEmpty()) {
        missing.add("grid");
      }
      if (described.block().isEmpty() && launch.block().isEmpty()) {
        missing.add("block");
      }
    }
    if (!missing.isEmpty()) {
      throw new Unusable(
          "answered without %s%s, which %s does not say either"
              .formatted(
                  missing,
                  kernel.source().entries().size() == 1 ? "" : " for '" + entry + "'",
                  kernel.file().getFileName()));
    }
  }

  private static Path file(JsonNode node, String kind, Path folder) {
    String name = node.asString("");
    try {
      Path file = folder.resolve(name);
      if (name.isEmpty() || !Files.isRegularFile(file) || Files.size(file) == 0) {
        throw new Unusable("answered with the file '%s', which is not there".formatted(name));
      }
      if (!kind.equals("ptx") && !BuiltBinary.isElf(Files.readAllBytes(file))) {
        throw new Unusable(
            "answered with the file '%s', which is no %s: it is no ELF file".formatted(name, kind));
      }
      return file;
    } catch (InvalidPathException | IOException e) {
      throw new Unusable("answered with the file '%s': %s".formatted(name, e));
    }
  }

  private static Optional<JsonNode> find(JsonNode answer, String key) {
    return Optional.of(answer.path(key)).filter(node -> !node.isMissingNode() && !node.isNull());
  }

  private static List<Long> sizes(JsonNode node, String key) {
    if (!node.isArray() || node.isEmpty() || node.size() > AXES) {
      throw new Unusable(
          "answered with '%s': %s; it is a list of one to three sizes".formatted(key, node));
    }
    return node.values().stream().map(size -> integer(size, key, 1)).toList();
  }

  private static long integer(JsonNode node, String key, long least) {
    if (!node.isIntegralNumber() || node.asLong() < least || node.asLong() > Integer.MAX_VALUE) {
      throw new Unusable(
          "answered with '%s': %s; it is an integer from %d".formatted(key, node, least));
    }
    return node.asLong();
  }

  private static boolean cooperative(JsonNode node) {
    if (!node.isBoolean()) {
      throw new Unusable("answered with 'cooperative': %s; it is true or false".formatted(node));
    }
    return node.asBoolean();
  }

  private static long carveout(JsonNode node) {
    long percent = integer(node, "carveout", LaunchGeometry.DRIVERS_CARVEOUT);
    LaunchGeometry.refusal(percent)
        .ifPresent(
            reason -> {
              throw new Unusable("answered with a launch in which " + reason);
            });
    return percent;
  }

  private static List<String> arguments(JsonNode node, Kernel kernel) {
    List<String> known = kernel.arguments().stream().map(Argument::name).toList();
    List<String> names = node.values().stream().map(name -> name.asString("")).toList();
    if (!known.containsAll(names)) {
      throw new Unusable(
          "answered with 'arguments': %s; the kernel's are %s".formatted(node, known));
    }
    return names;
  }

  /** Parses a hidden argument: {@code null} is the null pointer, and a number carries its type. */
  private static BuiltLaunch.Hidden hidden(JsonNode node) {
    String type = node.path("type").asString("");
    if (node.isNull()) {
      return new BuiltLaunch.Hidden(BuiltLaunch.Hidden.POINTER, 0);
    }
    if (ElementType.find(type).isEmpty() || !node.path("value").isNumber()) {
      throw new Unusable(
          "answered with the hidden argument %s; it is null or {\"type\": \"i32\", \"value\": 1}"
              .formatted(node));
    }
    return new BuiltLaunch.Hidden(type, node.get("value").asDouble());
  }
}
