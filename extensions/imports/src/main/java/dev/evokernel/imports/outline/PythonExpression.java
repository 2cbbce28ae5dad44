package dev.evokernel.imports.outline;

import module java.base;

/**
 * Python expression without its effects: numbers, texts, lists, mappings, comprehensions, and calls
 * as values. Whatever the text alone does not decide is {@link #UNKNOWN}.
 */
interface PythonExpression {

  /** Value that the text does not decide. */
  Object UNKNOWN = new Object();

  /** Call of a function that this file does not define, or a decorator. */
  record Call(String name, List<Object> positional, Map<String, Object> named) {
    /** Name without its modules. */
    String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }

    Object argument(int position, String key) {
      return named.getOrDefault(
          key, position < positional.size() ? positional.get(position) : UNKNOWN);
    }
  }

  /** Function without a name, as text. */
  record Lambda(String text) {}

  Object value(Map<String, Object> names);

  /** Parses an expression; empty for what this reader does not understand. */
  static Optional<PythonExpression> of(String text) {
    try {
      var parser = new Parser(text);
      PythonExpression parsed = parser.expression();
      return parser.isAtEnd() ? Optional.of(parsed) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Value of an expression. */
  static Object value(String text, Map<String, Object> names) {
    return of(text).map(parsed -> parsed.value(names)).orElse(UNKNOWN);
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

  /** Recursive descent, one method for each level of precedence. */
  final class Parser {

    private static final Pattern TOKEN =
        Pattern.compile(
            "\\s*(?:(\\d[\\w.]*(?:[eE][-+]?\\d+)?|\\.\\d+)"
                + "|[fFrRbBuU]{0,2}(\"[^\"\\n]*\"|'[^'\\n]*')|([A-Za-z_]\\w*)"
                + "|(\\*\\*|//|==|!=|<=|>=|:=|->|[-+*/%@<>=()\\[\\]{},:.~|&^]))");
    static final int MOST = 4096;

    private final List<String> tokens = new ArrayList<>();
    private int at;

    Parser(String text) {
      Matcher token = TOKEN.matcher(text.strip());
      int from = 0;
      while (token.find() && token.start() == from) {
        tokens.add(token.group().strip());
        from = token.end();
      }
      if (from != text.strip().length()) {
        throw new IllegalArgumentException(text);
      }
    }

    boolean isAtEnd() {
      return at == tokens.size();
    }

    private boolean sees(String token) {
      return at < tokens.size() && tokens.get(at).equals(token);
    }

    private boolean takes(String token) {
      boolean seen = sees(token);
      at += seen ? 1 : 0;
      return seen;
    }

    private void need(String token) {
      if (!takes(token)) {
        throw new IllegalArgumentException(token);
      }
    }

    private String next() {
      if (isAtEnd()) {
        throw new IllegalArgumentException("end");
      }
      return tokens.get(at++);
    }

    PythonExpression expression() {
      if (takes("lambda")) {
        return lambda();
      }
      PythonExpression first = binary(0);
      if (!takes("if")) {
        return first;
      }
      PythonExpression condition = binary(0);
      need("else");
      PythonExpression other = expression();
      return names ->
          Boolean.TRUE.equals(PythonValues.truth(condition.value(names)))
              ? first.value(names)
              : other.value(names);
    }

    private PythonExpression lambda() {
      while (!takes(":")) {
        next();
      }
      int from = at;
      expression();
      String text = String.join(" ", tokens.subList(from, at));
      return _ -> new Lambda(text);
    }

    private static final List<Set<String>> LEVELS =
        List.of(
            Set.of("or"),
            Set.of("and"),
            Set.of("==", "!=", "<", ">", "<=", ">=", "in", "is", "not"),
            Set.of("+", "-"),
            Set.of("*", "/", "//", "%", "@"));

    private PythonExpression binary(int level) {
      if (level == LEVELS.size()) {
        return unary();
      }
      PythonExpression left = binary(level + 1);
      while (at < tokens.size() && LEVELS.get(level).contains(tokens.get(at))) {
        String first = next();
        String operator = first + (takes("not") || takes("in") ? " " + tokens.get(at - 1) : "");
        PythonExpression before = left;
        PythonExpression right = binary(level + 1);
        left = names -> PythonValues.combined(operator, before.value(names), right.value(names));
      }
      return left;
    }

    private PythonExpression unary() {
      if (takes("not")) {
        PythonExpression operand = unary();
        return names -> {
          Object truth = PythonValues.truth(operand.value(names));
          return truth instanceof Boolean known ? !known : UNKNOWN;
        };
      }
      if (takes("-")) {
        PythonExpression operand = unary();
        return names -> PythonValues.combined("-", 0L, operand.value(names));
      }
      takes("+");
      PythonExpression base = postfix();
      if (takes("**")) {
        PythonExpression power = unary();
        return names -> PythonValues.combined("**", base.value(names), power.value(names));
      }
      return base;
    }

    private PythonExpression postfix() {
      String path =
          at < tokens.size() && tokens.get(at).matches("[A-Za-z_]\\w*") ? tokens.get(at) : "";
      PythonExpression value = atom();
      while (true) {
        if (takes(".")) {
          path += "." + next();
          value = _ -> UNKNOWN;
        } else if (takes("(")) {
          value = call(path);
          path = "";
        } else if (takes("[")) {
          PythonExpression of = value;
          PythonExpression index = expression();
          if (!sees("]")) {
            while (!sees("]")) {
              next();
            }
            index = _ -> UNKNOWN;
          }
          need("]");
          PythonExpression position = index;
          value = names -> PythonValues.element(of.value(names), position.value(names));
        } else {
          return value;
        }
      }
    }

    private PythonExpression call(String name) {
      var positional = new ArrayList<PythonExpression>();
      var named = new LinkedHashMap<String, PythonExpression>();
      while (!takes(")")) {
        if (takes("**") || takes("*")) {
          PythonExpression spread = expression();
          named.put("**" + named.size(), spread);
        } else if (at + 1 < tokens.size() && tokens.get(at + 1).equals("=")) {
          String key = next();
          next();
          named.put(key, expression());
        } else {
          PythonExpression argument = expression();
          positional.add(sees("for") ? comprehension(argument, ")") : argument);
        }
        if (!sees(")")) {
          need(",");
        }
      }
      return names -> {
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
            new Call(name, positional.stream().map(each -> each.value(names)).toList(), values),
            names);
      };
    }

    private PythonExpression atom() {
      String token = next();
      char first = token.charAt(0);
      if (Character.isDigit(first) || first == '.') {
        Object number = number(token);
        return _ -> number;
      }
      if (token.endsWith("\"") || token.endsWith("'")) {
        String text =
            token.substring(
                token.indexOf(token.charAt(token.length() - 1)) + 1, token.length() - 1);
        return _ -> text;
      }
      return switch (token) {
        case "(", "[" -> sequence(token.equals("(") ? ")" : "]", token.equals("("));
        case "{" -> mapping();
        case "True", "False" -> _ -> token.equals("True");
        case "None" -> _ -> UNKNOWN;
        default -> {
          if (!Character.isJavaIdentifierStart(first)) {
            throw new IllegalArgumentException(token);
          }
          yield names -> names.getOrDefault(token, UNKNOWN);
        }
      };
    }

    private static Object number(String token) {
      String plain = token.replace("_", "");
      try {
        return plain.startsWith("0x")
            ? (Object) Long.valueOf(plain.substring(2), 16)
            : plain.matches("\\d+") ? (Object) Long.valueOf(plain) : Double.valueOf(plain);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(token, e);
      }
    }

    private PythonExpression sequence(String end, boolean isGroup) {
      var elements = new ArrayList<PythonExpression>();
      boolean comma = false;
      while (!takes(end)) {
        boolean spread = takes("*");
        PythonExpression element = expression();
        if (sees("for")) {
          PythonExpression made = comprehension(element, end);
          need(end);
          return made;
        }
        elements.add(
            spread ? names -> new Call("*", List.of(element.value(names)), Map.of()) : element);
        comma |= takes(",");
      }
      if (isGroup && !comma && elements.size() == 1) {
        return elements.getFirst();
      }
      return names ->
          elements.stream()
              .map(element -> element.value(names))
              .flatMap(
                  value ->
                      value instanceof Call(String name, List<Object> of, _) && name.equals("*")
                          ? of.getFirst() instanceof List<?> list
                              ? list.stream()
                              : Stream.of(UNKNOWN)
                          : Stream.of(value))
              .map(Object.class::cast)
              .toList();
    }

    private PythonExpression mapping() {
      var keys = new ArrayList<PythonExpression>();
      var values = new ArrayList<PythonExpression>();
      while (!takes("}")) {
        if (takes("**")) {
          expression();
        } else {
          PythonExpression key = expression();
          if (takes(":")) {
            keys.add(key);
            values.add(expression());
          }
        }
        if (sees("for")) {
          comprehension(_ -> UNKNOWN, "}");
        }
        if (!sees("}")) {
          need(",");
        }
      }
      return names -> {
        var map = new LinkedHashMap<Object, Object>();
        for (int i = 0; i < keys.size(); i++) {
          map.put(keys.get(i).value(names), values.get(i).value(names));
        }
        return map;
      };
    }

    private record Clause(String target, PythonExpression of, List<PythonExpression> conditions) {}

    private PythonExpression comprehension(PythonExpression element, String end) {
      var clauses = new ArrayList<Clause>();
      while (takes("for")) {
        var target = new StringBuilder();
        while (!takes("in")) {
          target.append(next());
        }
        PythonExpression of = binary(0);
        var conditions = new ArrayList<PythonExpression>();
        while (takes("if")) {
          conditions.add(binary(0));
        }
        clauses.add(new Clause(target.toString(), of, conditions));
      }
      if (!sees(end)) {
        throw new IllegalArgumentException("comprehension");
      }
      return names -> {
        var found = new ArrayList<Object>();
        fill(clauses, 0, element, new HashMap<>(names), found);
        return found;
      };
    }

    private static void fill(
        List<Clause> clauses,
        int depth,
        PythonExpression element,
        Map<String, Object> names,
        List<Object> found) {
      if (depth == clauses.size()) {
        found.add(element.value(names));
        return;
      }
      Clause clause = clauses.get(depth);
      Object of = clause.of().value(names);
      for (Object each : of instanceof List<?> list ? list : List.of(UNKNOWN)) {
        bind(clause.target(), each, names);
        boolean holds =
            clause.conditions().stream()
                .noneMatch(
                    condition -> Boolean.FALSE.equals(PythonValues.truth(condition.value(names))));
        if (holds && found.size() < MOST) {
          fill(clauses, depth + 1, element, names, found);
        }
      }
    }
  }
}
