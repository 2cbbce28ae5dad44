package dev.evokernel.t1;

import module java.base;

/**
 * Python expression without its effects: numbers, texts, lists, mappings, comprehensions, and calls
 * as values. Whatever the text alone does not decide is {@link #UNKNOWN}.
 */
public sealed interface PythonExpression {

  /** Value that the text does not decide. */
  Object UNKNOWN = new Object();

  /** Name under which a caller asks for an exception where a condition is not decided. */
  String STRICT = "!";

  /** Call of a function that this file does not define, or a decorator. */
  record Call(String name, List<Object> positional, Map<String, Object> named) {
    /** Name without its modules. */
    public String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }

    public Object argument(int position, String key) {
      return named.getOrDefault(
          key, position < positional.size() ? positional.get(position) : UNKNOWN);
    }
  }

  /** Function without a name, as text. */
  record Lambda(String text) {}

  /**
   * Evaluates with the values of names.
   *
   * @throws PythonException if a list has too many values, or a condition is not decided under
   *     {@link #STRICT}
   */
  Object value(Map<String, Object> names);

  /** Parses an expression; empty for what this reader does not understand. */
  static Optional<PythonExpression> of(String text) {
    try {
      return Optional.of(parse(text));
    } catch (PythonException _) {
      return Optional.empty();
    }
  }

  /**
   * Parses an expression.
   *
   * @throws PythonException if this reader does not understand the text
   */
  static PythonExpression parse(String text) {
    return new PythonParser(text).whole();
  }

  /** Value of an expression. */
  static Object value(String text, Map<String, Object> names) {
    try {
      return parse(text).value(names);
    } catch (PythonException _) {
      return UNKNOWN;
    }
  }

  /** Binds the names of a loop or an assignment; names in brackets share a sequence. */
  static void bind(String target, Object value, Map<String, Object> names) {
    String[] each = target.replaceAll("[()\\s]", "").split(",", -1);
    for (int i = 0; i < each.length; i++) {
      Object part =
          each.length == 1
              ? value
              : value instanceof List<?> list && i < list.size() ? list.get(i) : UNKNOWN;
      names.put(each[i], part);
    }
  }

  /** Number, text or truth. */
  record Constant(Object value) implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      return value;
    }
  }

  record Name(String name) implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      return names.getOrDefault(name, UNKNOWN);
    }
  }

  record Attribute(PythonExpression of, String name) implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      return UNKNOWN;
    }
  }

  /** Element by its position; empty for a part of a sequence. */
  record Index(PythonExpression of, Optional<PythonExpression> position)
      implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      return PythonValues.element(
          of.value(names), position.map(at -> at.value(names)).orElse(UNKNOWN));
    }
  }

  /** Call; an argument that spreads a mapping has a key with two stars. */
  record Invocation(
      PythonExpression function,
      List<PythonExpression> positional,
      Map<String, PythonExpression> named)
      implements PythonExpression {

    /** Name with its modules; empty for a function that is a value. */
    public String path() {
      return path(function);
    }

    private static String path(PythonExpression function) {
      return switch (function) {
        case Name(String name) -> name;
        case Attribute(PythonExpression of, String name) -> path(of) + "." + name;
        case Index(PythonExpression of, _) -> path(of);
        default -> "";
      };
    }

    @Override
    public Object value(Map<String, Object> names) {
      var values = new LinkedHashMap<String, Object>();
      named.forEach(
          (key, value) -> {
            if (key.startsWith("**") && value.value(names) instanceof Map<?, ?> more) {
              more.forEach((other, meaning) -> values.put(String.valueOf(other), meaning));
            } else if (!key.startsWith("**")) {
              values.put(key, value.value(names));
            }
          });
      return PythonValues.called(
          new Call(path(), positional.stream().map(each -> each.value(names)).toList(), values),
          names);
    }
  }

  /** Application of {@code not}, {@code -}, {@code +} or {@code ~}. */
  record Unary(String operator, PythonExpression operand) implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      Object value = operand.value(names);
      return switch (operator) {
        case "not" -> PythonValues.truth(value) instanceof Boolean known ? !known : UNKNOWN;
        case "-" -> PythonValues.combined("-", 0L, value);
        case "~" -> PythonValues.combined("-", -1L, value);
        default -> value;
      };
    }
  }

  /** Application of an operator of two operands, besides comparisons. */
  record Binary(String operator, PythonExpression left, PythonExpression right)
      implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      return PythonValues.combined(operator, left.value(names), right.value(names));
    }
  }

  /** Chain of comparisons, each of an operand with the next. */
  record Comparison(PythonExpression first, List<String> operators, List<PythonExpression> operands)
      implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      Object left = first.value(names);
      Object holds = true;
      for (int i = 0; i < operators.size(); i++) {
        Object right = operands.get(i).value(names);
        holds =
            PythonValues.combined(
                "and", holds, PythonValues.combined(operators.get(i), left, right));
        left = right;
      }
      return holds;
    }
  }

  record Conditional(PythonExpression condition, PythonExpression then, PythonExpression otherwise)
      implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      Object holds = PythonValues.decided(condition.value(names), names);
      return Boolean.TRUE.equals(holds) ? then.value(names) : otherwise.value(names);
    }
  }

  /** List, tuple or set. */
  record Sequence(List<PythonExpression> elements) implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      var values = new ArrayList<Object>();
      for (PythonExpression element : elements) {
        if (!(element instanceof Spread(PythonExpression of))) {
          values.add(element.value(names));
        } else if (of.value(names) instanceof List<?> list) {
          values.addAll(list);
        } else {
          values.add(UNKNOWN);
        }
      }
      return List.copyOf(values);
    }
  }

  /** Sequence whose elements are arguments or elements of another sequence. */
  record Spread(PythonExpression of) implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      return UNKNOWN;
    }
  }

  record Mapping(List<PythonExpression> keys, List<PythonExpression> values)
      implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      var map = new LinkedHashMap<Object, Object>();
      for (int i = 0; i < keys.size(); i++) {
        map.put(keys.get(i).value(names), values.get(i).value(names));
      }
      return map;
    }
  }

  /** Loop of a comprehension. */
  record Clause(String target, PythonExpression of, List<PythonExpression> conditions) {}

  record Comprehension(PythonExpression element, List<Clause> clauses) implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      var found = new ArrayList<Object>();
      fill(0, new HashMap<>(names), found);
      return found;
    }

    private void fill(int depth, Map<String, Object> names, List<Object> found) {
      if (depth == clauses.size()) {
        PythonValues.requireRoom((double) found.size() + 1);
        found.add(element.value(names));
        return;
      }
      Clause clause = clauses.get(depth);
      Object of = clause.of().value(names);
      for (Object each : of instanceof List<?> list ? list : List.of(UNKNOWN)) {
        bind(clause.target(), each, names);
        boolean holds =
            clause.conditions().stream()
                .map(condition -> PythonValues.decided(condition.value(names), names))
                .noneMatch(Boolean.FALSE::equals);
        if (holds) {
          fill(depth + 1, names, found);
        }
      }
    }
  }

  /** Definition of a function without a name. */
  record Anonymous(String text) implements PythonExpression {
    @Override
    public Object value(Map<String, Object> names) {
      return new Lambda(text);
    }
  }
}
