package dev.evokernel.expr;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names that expressions may use, with a type and a slot for each. Words are interned, so that
 * a {@link Frame} is an array of longs and comparing two words compares two numbers. Immutable.
 */
public final class Scope {

  private record Name(int slot, Type type) {}

  private static final Pattern NAME = Pattern.compile("(?<![\\w.'\"])[A-Za-z_]\\w*(?![\\w.'\"])");

  private final Map<String, Name> names;
  private final List<String> words;
  private final Map<String, Expression> formulas;

  private Scope(Map<String, Name> names, List<String> words, Map<String, Expression> formulas) {
    this.names = Map.copyOf(names);
    this.words = List.copyOf(words);
    this.formulas = Collections.unmodifiableMap(new LinkedHashMap<>(formulas));
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Collects names in slot order. */
  public static final class Builder {
    private final Map<String, Name> names = new LinkedHashMap<>();
    private final Set<String> words = new LinkedHashSet<>();

    private Builder() {}

    /**
     * @throws IllegalArgumentException if the name is declared already
     */
    public Builder declare(String name, Type type) {
      if (names.putIfAbsent(name, new Name(names.size(), type)) != null) {
        throw new IllegalArgumentException("The name '" + name + "' is declared twice.");
      }
      return this;
    }

    /** Makes a word known, so that values and literals with it are equal. */
    public Builder word(String word) {
      words.add(word);
      return this;
    }

    public Scope build() {
      return new Scope(names, List.copyOf(words), Map.of());
    }
  }

  public boolean declares(String name) {
    return names.containsKey(name);
  }

  /**
   * The same names and one more, which stands for an expression over them: where it is read, the
   * expression stands in its place.
   *
   * @param formula parsed in this scope
   * @throws IllegalArgumentException if the name has a meaning already
   */
  public Scope define(String name, Expression formula) {
    if (knows(name)) {
      throw new IllegalArgumentException("The name '" + name + "' is declared twice.");
    }
    var more = new LinkedHashMap<>(formulas);
    more.put(name, formula);
    return new Scope(names, words, more);
  }

  /** Whether an expression may read a name. */
  public boolean knows(String name) {
    return declares(name) || formulas.containsKey(name);
  }

  /** What a name stands for that was {@linkplain #define defined}. */
  Optional<Expression> formula(String name) {
    return Optional.ofNullable(formulas.get(name));
  }

  /** A text in which every name of a formula stands for what the formula says, in parentheses. */
  String expanded(String text) {
    return NAME.matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    formula(found.group())
                        .map(formula -> "(" + formula.expanded() + ")")
                        .orElse(found.group())));
  }

  /** Every name that an expression may read, those of formulas last. */
  List<String> readable() {
    return Stream.concat(names().stream(), formulas.keySet().stream()).toList();
  }

  /** Every name, in slot order. */
  public List<String> names() {
    return names.entrySet().stream()
        .sorted(java.util.Comparator.comparingInt(entry -> entry.getValue().slot()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * @throws IllegalArgumentException if the name is not declared
   */
  public int slot(String name) {
    return name(name).slot();
  }

  /**
   * @throws IllegalArgumentException if the name is not declared
   */
  public Type type(String name) {
    return name(name).type();
  }

  public int size() {
    return names.size();
  }

  /** The words that a text can be. */
  List<String> words() {
    return words;
  }

  /** A fresh frame in which every slot is 0. */
  public Frame frame() {
    return new Frame(this);
  }

  /**
   * The 64 bits that stand for a value in a frame. A word that is not declared is -1 and equals no
   * other.
   */
  public long bits(Value value) {
    return switch (value) {
      case Value.IntegerValue(long integer) -> integer;
      case Value.RealValue(double real) -> Double.doubleToRawLongBits(real);
      case Value.BooleanValue(boolean truth) -> truth ? 1 : 0;
      case Value.TextValue(String word) -> words.indexOf(word);
    };
  }

  Value value(long bits, Type type) {
    return switch (type) {
      case INTEGER -> Value.of(bits);
      case REAL -> Value.of(Double.longBitsToDouble(bits));
      case BOOLEAN -> Value.of(bits != 0);
      case TEXT -> Value.of(words.get((int) bits));
    };
  }

  private Name name(String name) {
    Name found = names.get(name);
    if (found == null) {
      throw new IllegalArgumentException("The name '" + name + "' is not declared.");
    }
    return found;
  }
}
