package dev.evokernel.expr;

import module java.base;

import dev.evokernel.expr.value.Level;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.expr.value.Token;

/** Typing rules of function calls. */
record Functions(Typing typing) {

  private static final Map<String, ArithmeticOperator> BY_NAME =
      Arrays.stream(ArithmeticOperator.values())
          .filter(operator -> operator.level().isCall())
          .collect(
              Collectors.toMap(
                  ArithmeticOperator::symbol, Function.identity(), (a, _) -> a, TreeMap::new));

  static final List<String> NAMES = List.copyOf(BY_NAME.keySet());

  Operand call(Token name, List<Operand> arguments, int end) {
    ArithmeticOperator function = BY_NAME.get(name.text());
    if (function == null) {
      throw typing.error(
          name.start(),
          name.end(),
          "unknown function '" + name.text() + "'",
          Spelling.advice(name.text(), NAMES));
    }
    int count = arguments.size();
    String wanted =
        switch (function.level()) {
          case CALL_OF_ONE -> count == 1 ? "" : "Write one: " + name.text() + "(x).";
          case CALL_OF_TWO -> count == 2 ? "" : "Write two: " + name.text() + "(a, b).";
          default -> count >= 2 ? "" : "Write two or more: " + name.text() + "(a, b).";
        };
    if (!wanted.isEmpty()) {
      throw typing.error(
          name.start(),
          end,
          "'" + name.text() + "' got " + count + (count == 1 ? " argument" : " arguments"),
          wanted);
    }
    var operands = new ArrayList<>(arguments);
    if (function.level() == Level.CALL_OF_ONE) {
      operands.addFirst(Typing.NOTHING);
    }
    return typing.arithmetic(function, name.start(), end, operands);
  }
}
