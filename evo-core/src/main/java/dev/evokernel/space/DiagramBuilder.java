package dev.evokernel.space;

import module java.base;

import dev.evokernel.expr.Box;
import dev.evokernel.expr.StateSignature;
import dev.evokernel.kernel.Parameter;

/**
 * Builds the {@link Diagram} of a component, depth first over its parameters.
 *
 * <p>Prefixes with equal {@link StateSignature}s of every open constraint have the same
 * completions, so only one of them is followed. A constraint is tested as soon as its last
 * parameter is bound. Before that, its range over the possible values of the open parameters may
 * settle it. The work therefore grows with the number of states that constraints distinguish, not
 * with the number of combinations. The work is bounded: beyond a number of states or steps there is
 * no diagram, but a constraint to blame.
 */
final class DiagramBuilder {

  /** Condition with some parameters bound and others open. */
  private record Open(int condition, List<StateSignature> residues, int width) {}

  private final int[] order;
  private final int[] radix;
  private final Condition[] conditions;
  private final int[][] closing;
  private final Open[][] open;
  private final int[][] touched;
  private final ShapeFrames bindings;
  private final SearchSpace.ConstructionEffort effort;

  private final Box[] widest;
  private final Box[] boxes;
  private final boolean[][] settled;
  private final StateTable[] states;
  private final long[][] keys;
  private final int[][] children;
  private final NodeTable nodes = new NodeTable();
  private long held;
  private long steps;

  /**
   * @param component ordinals of the parameters, ascending
   * @param within conditions that read no other parameter with several values
   */
  DiagramBuilder(
      List<Parameter> parameters,
      List<Integer> component,
      List<Condition> within,
      ShapeFrames bindings,
      SearchSpace.ConstructionEffort effort) {
    this.bindings = bindings;
    this.effort = effort;
    this.order = BindingOrder.of(parameters, component, within).stream().mapToInt(p -> p).toArray();
    this.conditions = within.toArray(Condition[]::new);
    int levels = order.length;
    this.radix = new int[levels];
    this.closing = new int[levels][];
    this.open = new Open[levels][];
    this.touched = new int[levels][];
    this.settled = new boolean[levels + 1][conditions.length];
    this.states = new StateTable[levels];
    this.keys = new long[levels][];
    this.children = new int[levels][];
    var used = new TreeSet<Integer>();
    within.forEach(condition -> used.addAll(condition.shapes()));
    int shapes = used.isEmpty() ? 0 : used.last() + 1;
    this.widest = new Box[shapes];
    this.boxes = new Box[shapes];
    for (int shape : used) {
      widest[shape] = bindings.open(shape);
      boxes[shape] = bindings.open(shape);
    }
    for (int level = 0; level < levels; level++) {
      prepare(level, parameters);
    }
  }

  /** The diagram; empty if it exceeds the effort. */
  Optional<Diagram> diagram() {
    int root = node(0);
    return isSpent() ? Optional.empty() : Optional.of(nodes.diagram(order, root));
  }

  private boolean isSpent() {
    return conditions.length > 0
        && (held + 2L * nodes.edges() > effort.numbers() || steps > effort.steps());
  }

  /** Condition that distinguishes the most states, the cause of a missing diagram. */
  Condition mostEntangled() {
    int level = 0;
    for (int other = 0; other < order.length; other++) {
      level = states[other].size() > states[level].size() ? other : level;
    }
    int most = -1;
    Condition entangled = conditions[0];
    int at = 0;
    for (Open pending : open[level]) {
      int different = states[level].different(at, 1 + pending.width);
      if (different > most) {
        most = different;
        entangled = conditions[pending.condition];
      }
      at += 1 + pending.width;
    }
    return entangled;
  }

  private void prepare(int level, List<Parameter> parameters) {
    radix[level] = parameters.get(order[level]).values().size();
    children[level] = new int[radix[level]];
    var bound = new TreeSet<String>();
    var unbound = new TreeSet<String>();
    for (int at = 0; at < order.length; at++) {
      (at <= level ? bound : unbound).add(parameters.get(order[at]).name());
    }
    var closingHere = new ArrayList<Integer>();
    var openHere = new ArrayList<Open>();
    var touchedHere = new ArrayList<Integer>();
    for (int c = 0; c < conditions.length; c++) {
      Condition condition = conditions[c];
      int last = -1;
      int first = order.length;
      for (int at = 0; at < order.length; at++) {
        if (condition.parameters().contains(order[at])) {
          first = Math.min(first, at);
          last = at;
        }
      }
      if (last == level) {
        closingHere.add(c);
      } else if (first <= level && level < last) {
        openHere.add(open(c, bound, unbound));
        if (condition.parameters().contains(order[level])) {
          touchedHere.add(c);
        }
      }
    }
    closing[level] = closingHere.stream().mapToInt(c -> c).toArray();
    touched[level] = touchedHere.stream().mapToInt(c -> c).toArray();
    open[level] = openHere.toArray(Open[]::new);
    int width = openHere.stream().mapToInt(at -> 1 + at.width).sum();
    keys[level] = new long[width];
    states[level] = new StateTable(width);
  }

  private Open open(int number, Set<String> bound, Set<String> unbound) {
    Condition condition = conditions[number];
    var residues = new ArrayList<StateSignature>();
    int width = 0;
    for (int shape : condition.shapes()) {
      StateSignature residue =
          condition.constraint().condition().residue(bound, unbound, widest[shape]);
      residues.add(residue);
      width += residue.width();
    }
    return new Open(number, residues, width);
  }

  private int node(int level) {
    int[] found = children[level];
    for (int choice = 0; choice < radix[level]; choice++) {
      bindings.bind(order[level], choice);
      for (Box box : boxes) {
        if (box != null) {
          bindings.narrow(box, order[level], choice);
        }
      }
      found[choice] = isSpent() ? Diagram.NONE : child(level);
    }
    for (int shape = 0; shape < boxes.length; shape++) {
      if (boxes[shape] != null) {
        bindings.widen(boxes[shape], order[level], widest[shape]);
      }
    }
    return nodes.node(radix[level], found);
  }

  private int child(int level) {
    steps++;
    for (int c : closing[level]) {
      if (!settled[level][c] && !bindings.hold(conditions[c])) {
        return Diagram.NONE;
      }
    }
    if (level == order.length - 1) {
      return Diagram.END;
    }
    if (!isPromising(level)) {
      return Diagram.NONE;
    }
    readState(level);
    StateTable table = states[level];
    int place = table.find(keys[level]);
    if (table.isFree(place)) {
      held += 2 + keys[level].length;
      int node = node(level + 1);
      table.put(place, node, keys[level]);
      return node;
    }
    return table.node(place);
  }

  /**
   * Settles conditions by the range of the open parameters; returns whether none certainly fails.
   */
  private boolean isPromising(int level) {
    boolean[] next = settled[level + 1];
    System.arraycopy(settled[level], 0, next, 0, next.length);
    for (int c : touched[level]) {
      if (!next[c]) {
        boolean always = true;
        for (int shape : conditions[c].shapes()) {
          switch (conditions[c].constraint().condition().prospect(boxes[shape])) {
            case NEVER -> {
              return false;
            }
            case OPEN -> always = false;
            case ALWAYS -> {}
          }
        }
        next[c] = always;
      }
    }
    return true;
  }

  private void readState(int level) {
    long[] key = keys[level];
    int at = 0;
    for (Open pending : open[level]) {
      boolean done = settled[level + 1][pending.condition];
      key[at++] = done ? 1 : 0;
      if (done) {
        Arrays.fill(key, at, at + pending.width, 0);
        at += pending.width;
        continue;
      }
      List<Integer> shapes = conditions[pending.condition].shapes();
      for (int i = 0; i < shapes.size(); i++) {
        StateSignature residue = pending.residues.get(i);
        residue.read(bindings.frame(shapes.get(i)), key, at);
        at += residue.width();
      }
    }
  }
}
