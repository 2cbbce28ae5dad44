package dev.evokernel.t1;

import module java.base;

import dev.evokernel.t1.PythonExpression.Clause;

/** Recursive descent over Python's expressions, one method for each level of precedence. */
final class PythonParser {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\\d[\\w.]*(?:[eE][-+]?\\d+)?|\\.\\d+(?:[eE][-+]?\\d+)?)"
              + "|[fFrRbBuU]{0,2}(\"[^\"\\n]*\"|'[^'\\n]*')|([A-Za-z_]\\w*)"
              + "|(\\*\\*|//|==|!=|<=|>=|<<|>>|:=|->|\\|\\||&&|[-+*/%@<>=()\\[\\]{},:.~|&^!]))");

  private static final int DEEPEST_NESTING = 100;
  private static final int LONGEST_CHAIN = 1000;

  private static final Set<String> COMPARISONS =
      Set.of("==", "!=", "<", ">", "<=", ">=", "in", "is", "not");

  /** Binary operators, from loose to tight. */
  private static final List<Set<String>> LEVELS =
      List.of(
          Set.of("or", "||"),
          Set.of("and", "&&"),
          Set.of("|"),
          Set.of("^"),
          Set.of("&"),
          Set.of("<<", ">>"),
          Set.of("+", "-"),
          Set.of("*", "/", "//", "%", "@"));

  private static final int FIRST_BELOW_NOT = 2;

  private final List<String> tokens = new ArrayList<>();
  private int at;
  private int depth;

  PythonParser(String text) {
    String stripped = text.strip();
    Matcher token = TOKEN.matcher(stripped);
    int from = 0;
    while (token.find() && token.start() == from) {
      tokens.add(token.group().strip());
      from = token.end();
    }
    if (from != stripped.length()) {
      String rest = stripped.substring(from).strip();
      throw new PythonException(
          "'\"".indexOf(rest.charAt(0)) >= 0
              ? "a quote is not closed"
              : "unexpected '" + rest.charAt(0) + "'");
    }
  }

  PythonExpression whole() {
    PythonExpression parsed = expression();
    if (at < tokens.size()) {
      throw unexpected(tokens.get(at));
    }
    return parsed;
  }

  private static PythonException unexpected(String token) {
    return new PythonException("unexpected '" + token + "'");
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
      throw new PythonException(
          at == tokens.size()
              ? "'" + token + "' is missing at the end"
              : "'" + token + "' is expected before '" + tokens.get(at) + "'");
    }
  }

  private String next() {
    if (at == tokens.size()) {
      throw new PythonException("a value is missing at the end");
    }
    return tokens.get(at++);
  }

  private PythonExpression expression() {
    if (++depth > DEEPEST_NESTING) {
      throw new PythonException("nested deeper than " + DEEPEST_NESTING + " levels");
    }
    try {
      if (takes("lambda")) {
        return lambda();
      }
      PythonExpression first = binary(0);
      if (!takes("if")) {
        return first;
      }
      PythonExpression condition = binary(0);
      need("else");
      return new PythonExpression.Conditional(condition, first, expression());
    } finally {
      depth--;
    }
  }

  private PythonExpression lambda() {
    while (!takes(":")) {
      next();
    }
    int from = at;
    expression();
    return new PythonExpression.Anonymous(String.join(" ", tokens.subList(from, at)));
  }

  private PythonExpression binary(int level) {
    if (level == LEVELS.size()) {
      return sign();
    }
    PythonExpression left = tighter(level);
    for (int chain = 0; at < tokens.size() && LEVELS.get(level).contains(tokens.get(at)); chain++) {
      if (chain == LONGEST_CHAIN) {
        throw new PythonException("more than " + LONGEST_CHAIN + " operators in a row");
      }
      String operator = next().replace("||", "or").replace("&&", "and");
      left = new PythonExpression.Binary(operator, left, tighter(level));
    }
    return left;
  }

  private PythonExpression tighter(int level) {
    return level + 1 == FIRST_BELOW_NOT ? not() : binary(level + 1);
  }

  private PythonExpression not() {
    boolean negated = false;
    boolean any = false;
    while (sees("not") || sees("!")) {
      next();
      negated = !negated;
      any = true;
    }
    PythonExpression compared = comparison();
    return negated
        ? new PythonExpression.Unary("not", compared)
        : any
            ? new PythonExpression.Unary("not", new PythonExpression.Unary("not", compared))
            : compared;
  }

  private PythonExpression comparison() {
    PythonExpression first = binary(FIRST_BELOW_NOT);
    var operators = new ArrayList<String>();
    var operands = new ArrayList<PythonExpression>();
    while (at < tokens.size() && COMPARISONS.contains(tokens.get(at))) {
      String operator = next();
      if (operator.equals("not")) {
        need("in");
        operator = "not in";
      } else if (operator.equals("is")) {
        operator = takes("not") ? "!=" : "==";
      }
      operators.add(operator);
      operands.add(binary(FIRST_BELOW_NOT));
    }
    return operators.isEmpty()
        ? first
        : new PythonExpression.Comparison(first, operators, operands);
  }

  private PythonExpression sign() {
    var signs = new ArrayDeque<String>();
    while (sees("-") || sees("+") || sees("~")) {
      signs.push(next());
      if (signs.size() > DEEPEST_NESTING) {
        throw new PythonException("more than " + DEEPEST_NESTING + " signs in a row");
      }
    }
    PythonExpression value = postfix();
    if (takes("**")) {
      if (++depth > DEEPEST_NESTING) {
        throw new PythonException("nested deeper than " + DEEPEST_NESTING + " levels");
      }
      value = new PythonExpression.Binary("**", value, sign());
      depth--;
    }
    while (!signs.isEmpty()) {
      value = new PythonExpression.Unary(signs.pop(), value);
    }
    return value;
  }

  private PythonExpression postfix() {
    PythonExpression value = atom();
    while (true) {
      if (takes(".")) {
        value = new PythonExpression.Attribute(value, next());
      } else if (takes("(")) {
        value = call(value);
      } else if (takes("[")) {
        Optional<PythonExpression> position =
            sees(":") ? Optional.empty() : Optional.of(expression());
        while (!sees("]")) {
          next();
          position = Optional.empty();
        }
        need("]");
        value = new PythonExpression.Index(value, position);
      } else {
        return value;
      }
    }
  }

  private PythonExpression call(PythonExpression function) {
    var positional = new ArrayList<PythonExpression>();
    var named = new LinkedHashMap<String, PythonExpression>();
    while (!takes(")")) {
      if (takes("**")) {
        named.put("**" + named.size(), expression());
      } else if (takes("*")) {
        positional.add(new PythonExpression.Spread(expression()));
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
    return new PythonExpression.Invocation(function, positional, named);
  }

  private PythonExpression atom() {
    String token = next();
    char first = token.charAt(0);
    if (Character.isDigit(first) || (first == '.' && token.length() > 1)) {
      return new PythonExpression.Constant(number(token));
    }
    if (token.endsWith("\"") || token.endsWith("'")) {
      int quote = token.indexOf(token.charAt(token.length() - 1));
      boolean isFormatted = token.substring(0, quote).toLowerCase(Locale.ROOT).contains("f");
      return new PythonExpression.Constant(
          isFormatted ? PythonExpression.UNKNOWN : token.substring(quote + 1, token.length() - 1));
    }
    return switch (token) {
      case "(", "[" -> sequence(token.equals("(") ? ")" : "]", token.equals("("));
      case "{" -> mapping();
      case "True", "true", "False", "false" ->
          new PythonExpression.Constant(token.equalsIgnoreCase("true"));
      case "None" -> new PythonExpression.Constant(PythonExpression.UNKNOWN);
      default -> {
        if (!Character.isJavaIdentifierStart(first)) {
          throw unexpected(token);
        }
        yield new PythonExpression.Name(token);
      }
    };
  }

  private static Object number(String token) {
    String plain = token.replace("_", "").toLowerCase(Locale.ROOT);
    try {
      return switch (plain.length() > 1 ? plain.substring(0, 2) : "") {
        case "0x" -> Long.valueOf(plain.substring(2), 16);
        case "0o" -> Long.valueOf(plain.substring(2), 8);
        case "0b" -> Long.valueOf(plain.substring(2), 2);
        default -> plain.matches("\\d+") ? (Object) Long.valueOf(plain) : Double.valueOf(plain);
      };
    } catch (NumberFormatException _) {
      throw new PythonException("'" + token + "' is not a number of 64 bits");
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
      elements.add(spread ? new PythonExpression.Spread(element) : element);
      if (!sees(end)) {
        need(",");
        comma = true;
      }
    }
    return isGroup && !comma && elements.size() == 1
        ? elements.getFirst()
        : new PythonExpression.Sequence(elements);
  }

  private PythonExpression mapping() {
    var keys = new ArrayList<PythonExpression>();
    var values = new ArrayList<PythonExpression>();
    while (!takes("}")) {
      if (takes("**")) {
        expression();
      } else {
        PythonExpression key = expression();
        keys.add(key);
        if (takes(":")) {
          values.add(expression());
        }
      }
      if (sees("for")) {
        comprehension(new PythonExpression.Constant(PythonExpression.UNKNOWN), "}");
        keys.clear();
        values.clear();
      }
      if (!sees("}")) {
        need(",");
      }
    }
    return values.size() == keys.size()
        ? new PythonExpression.Mapping(keys, values)
        : new PythonExpression.Sequence(keys); // A set.
  }

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
      throw new PythonException("'" + end + "' is missing behind a comprehension");
    }
    return new PythonExpression.Comprehension(element, clauses);
  }
}
