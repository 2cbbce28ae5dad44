package dev.evokernel.store.query;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.CandidateOutline;
import dev.evokernel.store.record.CandidateOutline.End;
import dev.evokernel.store.sql.Row;
import dev.evokernel.store.sql.StoredDeviceState;
import dev.evokernel.store.sql.StoredJson;
import dev.evokernel.store.sql.Transaction;
import dev.evokernel.store.table.CandidateTable;
import java.sql.SQLException;

/** Reads all candidates of a run without their measurements, for reports and resumed runs. */
public final class OutlineQuery {

  private static final String OUTLINES =
      """
      SELECT *, (SELECT json_group_array(shape) FROM measurements WHERE candidate = id) AS timed,
        (SELECT group_concat(iif(bits = '', NULL, bits), '+')
         FROM (SELECT a.value ->> 'bits' AS bits FROM measurements m, json_each(m.accuracy) a
           WHERE m.candidate = c.id ORDER BY m.position, a.key)
         HAVING count(nullif(bits, '')) = count(*)) AS bits
      FROM candidates c WHERE run = ? AND device = ifnull(?, device) ORDER BY number\
      """;

  private static final String DISTURBED =
      """
      SELECT m.device_state FROM measurements m JOIN candidates c ON c.id = m.candidate
      WHERE c.run = ? AND json_extract(m.device_state, '$.discarded') > 0
      ORDER BY c.number, m.position\
      """;

  private static final String FASTEST =
      """
      SELECT shape, min(p50) AS p50 FROM measurements
      WHERE candidate IN (SELECT id FROM candidates WHERE run = ?) GROUP BY shape\
      """;

  private OutlineQuery() {}

  /**
   * Outlines of a run's candidates, by number. Equal strings share one object.
   *
   * @param device whose evaluations are read; empty for all candidates
   */
  static List<CandidateOutline> of(Transaction transaction, String run, Optional<Integer> device)
      throws SQLException {
    var words = new HashMap<String, String>();
    var shapes = new HashMap<String, Set<String>>();
    return transaction.query(OUTLINES, row -> outline(row, words, shapes), run, device);
  }

  private static CandidateOutline outline(
      Row row, Map<String, String> words, Map<String, Set<String>> shapes) throws SQLException {
    Proposal proposal =
        CandidateTable.proposal(row, words.computeIfAbsent(row.text("origin"), one -> one));
    if (!row.text("state").equals("finished")) {
      return new CandidateOutline(proposal, row.integer("attempts"), Optional.empty());
    }
    String label = row.text("outcome");
    return new CandidateOutline(
        proposal,
        row.integer("attempts"),
        Optional.of(
            new End(
                row.optionalReal("objective"),
                label.equals(Candidate.MEASURED)
                    ? Optional.empty()
                    : Optional.of(
                        new Rejected(
                            Rejection.ofLabel(label), row.text("shape"), row.text("message"))),
                shapes.computeIfAbsent(
                    row.text("timed"), text -> Set.copyOf(StoredJson.words(text))),
                words.computeIfAbsent(row.optionalText("bits").orElse(""), one -> one),
                row.text("digest"),
                row.whole("evaluate_nanos"),
                row.instant("finished"),
                row.integer("device"))));
  }

  static List<DeviceState> disturbed(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        DISTURBED, row -> StoredDeviceState.read(row.text("device_state")), run);
  }

  public static Map<String, Double> fastest(Transaction transaction, String run)
      throws SQLException {
    var fastest = new HashMap<String, Double>();
    transaction.each(FASTEST, row -> fastest.put(row.text("shape"), row.real("p50")), run);
    return fastest;
  }
}
