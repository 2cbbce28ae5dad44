package dev.evokernel.expr;

import module java.base;

/**
 * Names that expressions may use, with their types and slots. Words are interned, so that a {@link
 * Frame} is an array of longs. Immutable. Undeclared names are an {@link IllegalArgumentException}.
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

    public Builder declare(String name, Type type) {
      if (names.putIfAbsent(name, new Name(names.size(), type)) != null) {
        throw new IllegalArgumentException("The name '" + name + "' is declared twice.");
      }
      return this;
    }

    /** Declares a word, so that values and literals of this word are equal. */
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

  /** Adds a name that stands for an expression of this scope. */
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

  Optional<Expression> formula(String name) {
    return Optional.ofNullable(formulas.get(name));
  }

  String expanded(String text) {
    return NAME.matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    formula(found.group())
                        .map(formula -> "(" + formula.expanded() + ")")
                        .orElse(found.group())));
  }

  /** All names that an expression may read; formulas are last. */
  List<String> readable() {
    return Stream.concat(names().stream(), formulas.keySet().stream()).toList();
  }

  /** Declared names in slot order. */
  public List<String> names() {
    return names.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> entry.getValue().slot()))
        .map(Map.Entry::getKey)
        .toList();
  }

  public int slot(String name) {
    return name(name).slot();
  }

  public Type type(String name) {
    return name(name).type();
  }

  public int size() {
    return names.size();
  }

  List<String> words() {
    return words;
  }

  /** Returns a new frame in which every slot is 0. */
  public Frame frame() {
    return new Frame(this);
  }

  /** Bits of a value in a frame; -1 for an undeclared word, which equals no other word. */
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
