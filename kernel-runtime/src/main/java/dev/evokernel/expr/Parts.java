package dev.evokernel.expr;

import java.util.List;

/** Operands of nodes, from left to right. */
final class Parts {

  private Parts() {}

  static List<Node> of(Node node) {
    return switch (node) {
      case IntegerNode.Constant _,
          RealNode.Constant _,
          TruthNode.Constant _,
          TextNode.Constant _,
          IntegerNode.Name _,
          RealNode.Name _,
          TruthNode.Name _,
          TextNode.Name _ ->
          List.of();
      case IntegerNode.Operation(_, IntegerNode a, IntegerNode b, _) -> List.of(a, b);
      case RealNode.Operation(_, RealNode a, RealNode b, _) -> List.of(a, b);
      case RealNode.OfInteger(IntegerNode a) -> List.of(a);
      case IntegerNode.Conditional(TruthNode a, IntegerNode b, IntegerNode c) -> List.of(a, b, c);
      case RealNode.Conditional(TruthNode a, RealNode b, RealNode c) -> List.of(a, b, c);
      case TruthNode.Conditional(TruthNode a, TruthNode b, TruthNode c) -> List.of(a, b, c);
      case TextNode.Conditional(TruthNode a, TextNode b, TextNode c) -> List.of(a, b, c);
      case TruthNode.Not(TruthNode a) -> List.of(a);
      case TruthNode.Connected(_, TruthNode a, TruthNode b) -> List.of(a, b);
      case TruthNode.Integers(_, IntegerNode a, IntegerNode b) -> List.of(a, b);
      case TruthNode.Reals(_, RealNode a, RealNode b) -> List.of(a, b);
      case TruthNode.SameTruth(TruthNode a, TruthNode b) -> List.of(a, b);
      case TruthNode.SameText(IntegerNode a, IntegerNode b) -> List.of(a, b);
      case TruthNode.Member(IntegerNode a, _) -> List.of(a);
    };
  }

  /** Slot of a name; -1 for any other node. */
  static int slot(Node node) {
    return switch (node) {
      case IntegerNode.Name(int slot) -> slot;
      case RealNode.Name(int slot) -> slot;
      case TruthNode.Name(int slot) -> slot;
      case TextNode.Name(int slot) -> slot;
      default -> -1;
    };
  }

  /** Searches the node and its parts for a read of one of the slots. */
  static boolean read(Node node, boolean... slots) {
    int slot = slot(node);
    if (slot >= 0) {
      return slots[slot];
    }
    for (Node part : of(node)) {
      if (read(part, slots)) {
        return true;
      }
    }
    return false;
  }
}
