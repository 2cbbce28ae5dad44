package dev.evokernel.worker.build;

import module java.base;

import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.space.LaunchGeometry;
import tools.jackson.databind.JsonNode;

/**
 * The answer of a build command: a binary and its launch.
 *
 * @param binary the file
 */
record BuildAnswer(Path binary, BuiltLaunch launch) {

  private static final Set<String> KINDS = Set.of("cubin", "ptx", "library");
  private static final Set<String> LAUNCH =
      Set.of(
          "grid", "block", "shared", "cluster", "cooperative", "carveout", "arguments", "hidden");
  private static final int AXES = 3;
  private static final int ELF = 0x7f454c46;

  /** The reason why an answer cannot be used; completes "it …". */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String what) {
      super(what);
    }
  }

  /**
   * Parses an answer.
   *
   * @param folder the base of relative paths
   * @param kernel the kernel whose arguments and launch the answer describes
   * @throws Unusable if the answer cannot be used
   */
  static BuildAnswer of(JsonNode answer, Path folder, Kernel kernel) throws Unusable {
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
            sizes(answer, "grid"),
            sizes(answer, "block"),
            sizes(answer, "cluster"),
            answer.hasNonNull("shared")
                ? Optional.of(integer(answer.get("shared"), "shared", 0))
                : Optional.empty(),
            cooperative(answer),
            carveout(answer),
            arguments(answer, kernel),
            hidden(answer));
    requireWhole(launch, kernel);
    return new BuildAnswer(file(answer.get(kinds.getFirst()), kinds.getFirst(), folder), launch);
  }

  /** Checks that the answer or the kernel declares the function, the grid and the block. */
  private static void requireWhole(BuiltLaunch launch, Kernel kernel) throws Unusable {
    var missing = new ArrayList<String>();
    if (launch.entryOr(kernel.source().entry()).isEmpty()) {
      missing.add("entry");
    }
    for (LaunchGeometry described : kernel.launches()) {
      if (described.grid().isEmpty() && launch.grid().isEmpty()) {
        missing.add("grid");
      }
      if (described.block().isEmpty() && launch.block().isEmpty()) {
        missing.add("block");
      }
    }
    if (!missing.isEmpty()) {
      throw new Unusable(
          "answered without %s, which %s does not say either"
              .formatted(missing, kernel.file().getFileName()));
    }
  }

  private static Path file(JsonNode node, String kind, Path folder) throws Unusable {
    String name = node.asString("");
    try {
      Path file = folder.resolve(name);
      if (name.isEmpty() || !Files.isRegularFile(file) || Files.size(file) == 0) {
        throw new Unusable("answered with the file '%s', which is not there".formatted(name));
      }
      if (!kind.equals("ptx") && !isElf(file)) {
        throw new Unusable(
            "answered with the file '%s', which is no %s: it is no ELF file".formatted(name, kind));
      }
      return file;
    } catch (InvalidPathException | IOException e) {
      throw new Unusable("answered with the file '%s': %s".formatted(name, e));
    }
  }

  private static boolean isElf(Path file) throws IOException {
    try (var stream = Files.newInputStream(file)) {
      byte[] first = stream.readNBytes(Integer.BYTES);
      return first.length == Integer.BYTES && ByteBuffer.wrap(first).getInt() == ELF;
    }
  }

  private static List<Long> sizes(JsonNode answer, String key) throws Unusable {
    JsonNode node = answer.path(key);
    if (node.isMissingNode() || node.isNull()) {
      return List.of();
    }
    if (!node.isArray() || node.isEmpty() || node.size() > AXES) {
      throw new Unusable(
          "answered with '%s': %s; it is a list of one to three sizes".formatted(key, node));
    }
    var sizes = new ArrayList<Long>();
    for (JsonNode one : node) {
      sizes.add(integer(one, key, 1));
    }
    return List.copyOf(sizes);
  }

  private static long integer(JsonNode node, String key, long least) throws Unusable {
    if (!node.isIntegralNumber() || node.asLong() < least || node.asLong() > Integer.MAX_VALUE) {
      throw new Unusable(
          "answered with '%s': %s; it is an integer from %d".formatted(key, node, least));
    }
    return node.asLong();
  }

  private static Optional<Boolean> cooperative(JsonNode answer) throws Unusable {
    JsonNode node = answer.path("cooperative");
    if (node.isMissingNode() || node.isNull()) {
      return Optional.empty();
    }
    if (!node.isBoolean()) {
      throw new Unusable("answered with 'cooperative': %s; it is true or false".formatted(node));
    }
    return Optional.of(node.asBoolean());
  }

  private static Optional<Long> carveout(JsonNode answer) throws Unusable {
    if (!answer.hasNonNull("carveout")) {
      return Optional.empty();
    }
    long percent = integer(answer.get("carveout"), "carveout", LaunchGeometry.DRIVERS_CARVEOUT);
    Optional<String> refusal = LaunchGeometry.refusal(percent);
    if (refusal.isPresent()) {
      throw new Unusable("answered with a launch in which " + refusal.get());
    }
    return Optional.of(percent);
  }

  private static Optional<List<String>> arguments(JsonNode answer, Kernel kernel) throws Unusable {
    JsonNode node = answer.path("arguments");
    if (node.isMissingNode() || node.isNull()) {
      return Optional.empty();
    }
    List<String> known = kernel.arguments().stream().map(Argument::name).toList();
    var names = new ArrayList<String>();
    for (JsonNode one : node) {
      if (!known.contains(one.asString(""))) {
        throw new Unusable(
            "answered with 'arguments': %s; the kernel's are %s".formatted(node, known));
      }
      names.add(one.asString());
    }
    return Optional.of(names);
  }

  /** Parses hidden arguments: {@code null} is the null pointer, and a number carries its type. */
  private static List<BuiltLaunch.Hidden> hidden(JsonNode answer) throws Unusable {
    var hidden = new ArrayList<BuiltLaunch.Hidden>();
    for (JsonNode one : answer.path("hidden")) {
      String type = one.path("type").asString("");
      if (one.isNull()) {
        hidden.add(new BuiltLaunch.Hidden(BuiltLaunch.Hidden.POINTER, 0));
      } else if (ElementType.find(type).isPresent() && one.path("value").isNumber()) {
        hidden.add(new BuiltLaunch.Hidden(type, one.get("value").asDouble()));
      } else {
        throw new Unusable(
            "answered with the hidden argument %s; it is null or {\"type\": \"i32\", \"value\": 1}"
                .formatted(one));
      }
    }
    return hidden;
  }
}
