package dev.evokernel.stats;

import module java.base;

import io.jenetics.ext.moea.Pareto;
import io.jenetics.ext.moea.Vec;
import io.jenetics.util.ISeq;

/**
 * Pareto front: members that no other member dominates. Smaller values are better. The first of
 * several members with equal values represents all of them.
 *
 * @param members ascending by their first value
 */
public record Front<K>(List<Member<K>> members) {

  public record Member<K>(K key, Vec<double[]> values) {}

  public Front {
    members = List.copyOf(members);
  }

  public static <K> Front<K> of(SequencedMap<K, Vec<double[]>> all) {
    var distinct = new ArrayList<Member<K>>();
    var seen = new HashSet<List<Double>>();
    for (Map.Entry<K, Vec<double[]>> entry : all.entrySet()) {
      if (seen.add(Arrays.stream(entry.getValue().data()).boxed().toList())) {
        distinct.add(new Member<>(entry.getKey(), entry.getValue()));
      }
    }
    if (distinct.isEmpty()) {
      return new Front<>(List.of());
    }
    Comparator<Member<K>> lessIsBetter =
        (first, second) -> second.values().dominance(first.values());
    return new Front<>(
        Pareto.front(ISeq.of(distinct), lessIsBetter).stream()
            .sorted(Comparator.comparingDouble(member -> member.values().data()[0]))
            .toList());
  }

  /**
   * Thins the front to at most {@code most} members: the members in the densest places are removed
   * first, by the crowding distance of NSGA-II (Deb and others, 2002). The ends of the front stay.
   */
  public Front<K> thinned(int most) {
    var left = new ArrayList<>(members);
    while (left.size() > Math.max(2, most)) {
      double[] distances =
          Pareto.crowdingDistance(left.stream().map(Member::values).collect(ISeq.toISeq()));
      int densest = 0;
      for (int i = 1; i < distances.length; i++) {
        densest = distances[i] < distances[densest] ? i : densest;
      }
      left.remove(densest);
    }
    return new Front<>(left);
  }

  public List<K> keys() {
    return members.stream().map(Member::key).toList();
  }
}
