package dev.evokernel.imports.outline;

import module java.base;

import dev.evokernel.t1.PythonExpression;
import dev.evokernel.t1.PythonExpression.Call;

/**
 * Statements of a Python file, read in order without executing the file: assignments, loops that
 * append, and what functions without arguments return.
 */
final class PythonText {

  private static final Pattern FOR = Pattern.compile("for\\s+(.+?)\\s+in\\s+(.+):", Pattern.DOTALL);
  private static final Pattern ASSIGNED =
      Pattern.compile("(\\w+)\\s*(?::[^=]+)?=(?!=)\\s*(.+)", Pattern.DOTALL);
  private static final Pattern ADDED =
      Pattern.compile("(\\w+)\\s*(?:\\.append\\s*\\((.*)\\)|\\+=\\s*(.*))", Pattern.DOTALL);
  private static final Pattern DEFINED = Pattern.compile("def\\s+(\\w+)\\s*\\(.*", Pattern.DOTALL);

  /**
   * Line with all that its brackets continue.
   *
   * @param indent number of leading blanks
   */
  record Statement(int indent, String text) {}

  private final List<Statement> statements = new ArrayList<>();
  private final Map<String, Object> names = new HashMap<>();

  PythonText(String source) {
    var open = new StringBuilder();
    int depth = 0;
    // Long strings are documentation; a '#' in a string only cuts the string.
    String plain =
        source.replaceAll("(?s)\"\"\".*?\"\"\"|'''.*?'''", "\"\"").replaceAll("(?m)#.*$", "");
    for (String line : plain.lines().toList()) {
      if (open.isEmpty() && line.isBlank()) {
        continue;
      }
      open.append(line.stripTrailing()).append('\n');
      depth += (int) line.chars().filter(letter -> "([{".indexOf(letter) >= 0).count();
      depth -= (int) line.chars().filter(letter -> ")]}".indexOf(letter) >= 0).count();
      if (depth <= 0 && !line.stripTrailing().endsWith("\\")) {
        String text = open.toString().replace("\\\n", " ");
        statements.add(new Statement(text.length() - text.stripLeading().length(), text.strip()));
        open.setLength(0);
        depth = 0;
      }
    }
    run(0, statements.size(), names);
  }

  List<Statement> statements() {
    return List.copyOf(statements);
  }

  Object value(String expression) {
    return PythonExpression.value(expression, names);
  }

  /** Position after the block that a statement opens. */
  int behind(int statement) {
    int end = statement + 1;
    while (end < statements.size()
        && statements.get(end).indent() > statements.get(statement).indent()) {
      end++;
    }
    return end;
  }

  /** Reads a block; returns what it returns. */
  private Object run(int from, int to, Map<String, Object> known) {
    int at = from;
    while (at < to) {
      String text = statements.get(at).text();
      int end = behind(at);
      Matcher loop = FOR.matcher(text);
      Matcher added = ADDED.matcher(text);
      Matcher assigned = ASSIGNED.matcher(text);
      Matcher defined = DEFINED.matcher(text);
      if (text.startsWith("return")) {
        return PythonExpression.value(text.substring("return".length()), known);
      } else if (defined.matches()) {
        Object returned = run(at + 1, end, new HashMap<>(known));
        if (returned instanceof List<?> list && !list.isEmpty()) {
          known.put(defined.group(1) + "()", returned);
        }
      } else if (loop.matches()) {
        if (PythonExpression.value(loop.group(2), known) instanceof List<?> list) {
          for (Object each : list) {
            PythonExpression.bind(loop.group(1), each, known);
            run(at + 1, end, known);
          }
        }
      } else if (text.startsWith("if ")) {
        Object holds = PythonExpression.value(text.substring(3).replaceFirst(":$", ""), known);
        // A question for the machine is answered as on a GPU by NVIDIA.
        boolean isTaken = holds.equals(true) || (holds instanceof Call && text.contains("is_cuda"));
        boolean hasElse = end < to && statements.get(end).text().startsWith("else");
        int other = hasElse ? behind(end) : end;
        Object returned =
            isTaken ? run(at + 1, end, known) : run(Math.min(end + 1, other), other, known);
        if (!returned.equals(PythonExpression.UNKNOWN)) {
          return returned;
        }
        end = other;
      } else if (text.startsWith("try")) {
        run(at + 1, end, known);
      } else if (added.matches()) {
        String what = added.group(2) == null ? added.group(3) : "[" + added.group(2) + "]";
        known.put(
            added.group(1), PythonExpression.value(added.group(1) + " + (" + what + ")", known));
      } else if (assigned.matches()) {
        known.put(assigned.group(1), PythonExpression.value(assigned.group(2), known));
      }
      at = end;
    }
    return PythonExpression.UNKNOWN;
  }
}
