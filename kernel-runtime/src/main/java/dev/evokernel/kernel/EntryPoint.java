package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Expression;

/**
 * Source of a kernel and the launches of its entries.
 *
 * @param launches one for each entry of the source, in the order in which they run
 * @param macros macros whose values depend on the shape, such as a head dimension or an element
 *     type, in the file's order: expressions over dimensions, facts and parameters. A configuration
 *     has one binary for each distinct combination of their values
 */
public record EntryPoint(
    Source source, Signature signature, List<Launch> launches, Map<String, Expression> macros) {

  public EntryPoint {
    launches = List.copyOf(launches);
    macros = Collections.unmodifiableMap(new LinkedHashMap<>(macros));
    if (launches.size() != source.entries().size()) {
      throw new IllegalArgumentException(
          "%d launches for the entries %s.".formatted(launches.size(), source.entries()));
    }
  }

  /** Replaces the source by one with the same signature. */
  public EntryPoint with(Source replacement) {
    return new EntryPoint(replacement, signature, launches, macros);
  }

  /** Replaces the source and its launches by a call of one function with all arguments. */
  public EntryPoint calling(Source function) {
    return new EntryPoint(function, signature, List.of(Launch.CALL), macros);
  }

  /** Fixes the argument types for which the choice is not empty. */
  public EntryPoint typed(Function<TypeChoice, Optional<ElementType>> type) {
    return new EntryPoint(source, signature.typed(type), launches, macros);
  }

  /** Arguments that the entry of a launch takes, in order. */
  public List<Argument> taken(Launch launch) {
    return launch
        .arguments()
        .map(names -> names.stream().map(signature::argument).toList())
        .orElseGet(() -> signature.arguments().stream().filter(Argument::isPassed).toList());
  }
}
