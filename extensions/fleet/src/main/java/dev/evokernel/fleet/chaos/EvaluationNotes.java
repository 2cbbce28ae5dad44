package dev.evokernel.fleet.chaos;

import module java.base;

/**
 * Counts from the notes of the hosts. The default is excluded, because every device measures it
 * when it joins.
 *
 * @param begunAgain evaluations of configurations that had been begun before
 * @param finishedAgain evaluations of configurations that had been finished before
 */
record EvaluationNotes(int begunAgain, int finishedAgain) {

  static EvaluationNotes of(ChaosFolder folder, int hosts, String theDefault) throws IOException {
    Map<String, Integer> begun = new HashMap<>();
    Map<String, Integer> finished = new HashMap<>();
    for (int i = 0; i < hosts; i++) {
      Path notes = folder.evaluations(ChaosFolder.host(i));
      if (Files.exists(notes)) {
        for (String line : Files.readAllLines(notes)) {
          if (!line.endsWith(theDefault)) {
            (line.startsWith(ChaosDevice.BEGAN) ? begun : finished)
                .merge(line.substring(line.indexOf(' ') + 1), 1, Integer::sum);
          }
        }
      }
    }
    return new EvaluationNotes(again(begun), again(finished));
  }

  private static int again(Map<String, Integer> times) {
    return times.values().stream().mapToInt(count -> count - 1).sum();
  }
}
