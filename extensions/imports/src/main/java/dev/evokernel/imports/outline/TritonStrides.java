package dev.evokernel.imports.outline;

import module java.base;

import dev.evokernel.imports.outline.SourceOutline.Kind;
import dev.evokernel.imports.outline.SourceOutline.Parameter;

/**
 * Dimensions of buffers by the names of their strides: {@code stride_am, stride_ak} for a buffer
 * {@code a} of {@code M} rows and {@code K} columns, {@code X_row_stride} for rows of {@code X}.
 */
record TritonStrides(List<Parameter> given) {

  private static final Pattern NAMED =
      Pattern.compile("(?i)(?:stride|s)_?([a-z]+?)_?([a-z])|stride_?([a-z])([a-z])");
  private static final Pattern ROW = Pattern.compile("(?i)(\\w+?)_?row_stride|stride_(\\w+?)_?row");

  private static boolean isStride(Parameter parameter) {
    return parameter.kind() == Kind.SCALAR && parameter.name().matches("(?i).*stride.*|s_[a-z]+");
  }

  /** Parameters with the values of strides and the dimensions of buffers that follow from them. */
  List<Parameter> parameters() {
    List<String> sizes =
        given.stream()
            .filter(
                parameter -> parameter.kind() == Kind.SCALAR && parameter.type().startsWith("i"))
            .filter(parameter -> !isStride(parameter) && !Guess.isTuned(parameter.name()))
            .map(Parameter::name)
            .toList();
    var strides = new LinkedHashMap<String, SequencedMap<String, String>>();
    for (Parameter stride : given.stream().filter(TritonStrides::isStride).toList()) {
      Matcher named = NAMED.matcher(stride.name());
      if (named.matches()) {
        String buffer = named.group(1) == null ? named.group(3) : named.group(1);
        String letter = named.group(2) == null ? named.group(4) : named.group(2);
        sizes.stream()
            .filter(
                size ->
                    size.toLowerCase(Locale.ROOT)
                        .replaceFirst("^n_?(?=\\w)", "")
                        .startsWith(letter.toLowerCase(Locale.ROOT)))
            .findFirst()
            .ifPresent(
                size ->
                    strides
                        .computeIfAbsent(
                            buffer.toLowerCase(Locale.ROOT), _ -> new LinkedHashMap<>())
                        .put(stride.name(), size));
      }
    }
    return given.stream().map(parameter -> known(parameter, sizes, strides)).toList();
  }

  private Parameter known(
      Parameter parameter, List<String> sizes, Map<String, SequencedMap<String, String>> strides) {
    if (parameter.kind() == Kind.SCALAR) {
      return isStride(parameter)
          ? with(parameter, List.of(), value(parameter, sizes, strides))
          : parameter;
    }
    String name =
        parameter.name().toLowerCase(Locale.ROOT).replaceFirst("_?(ptrs?|base|pointer)$", "");
    for (Map.Entry<String, SequencedMap<String, String>> own : strides.entrySet()) {
      long letters =
          given.stream()
              .filter(TritonStrides::isStride)
              .filter(
                  stride ->
                      stride
                          .name()
                          .toLowerCase(Locale.ROOT)
                          .matches("(stride|s)_?" + own.getKey() + "_?[a-z]"))
              .count();
      if (name.equals(own.getKey()) && letters <= own.getValue().size() + 1) {
        return with(parameter, List.copyOf(own.getValue().values()), "");
      }
    }
    boolean hasRows =
        given.stream()
            .map(stride -> ROW.matcher(stride.name()))
            .filter(Matcher::matches)
            .map(row -> row.group(1) == null ? row.group(2) : row.group(1))
            .anyMatch(buffer -> name.equalsIgnoreCase(buffer));
    return hasRows && !sizes.isEmpty()
        ? with(parameter, List.of("rows", sizes.getFirst()), "")
        : parameter;
  }

  private static String value(
      Parameter stride, List<String> sizes, Map<String, SequencedMap<String, String>> strides) {
    for (SequencedMap<String, String> own : strides.values()) {
      List<String> names = List.copyOf(own.keySet());
      int at = names.indexOf(stride.name());
      if (at >= 0) {
        List<String> inner = List.copyOf(own.values()).subList(at + 1, names.size());
        return inner.isEmpty() ? "1" : String.join(" * ", inner);
      }
    }
    Matcher batch = NAMED.matcher(stride.name());
    String of = batch.matches() ? batch.group(1) == null ? batch.group(3) : batch.group(1) : "";
    SequencedMap<String, String> whole = strides.get(of.toLowerCase(Locale.ROOT));
    if (whole != null) {
      return String.join(" * ", whole.values());
    }
    return ROW.matcher(stride.name()).matches() && !sizes.isEmpty() ? sizes.getFirst() : "";
  }

  private static Parameter with(Parameter parameter, List<String> dimensions, String value) {
    return new Parameter(
        parameter.name(),
        parameter.kind(),
        parameter.type(),
        parameter.written(),
        dimensions,
        value);
  }
}
