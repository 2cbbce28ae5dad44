package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;

/**
 * Leaderboard over all runs of a store: the fastest candidates on each kernel, shape and device. A
 * device is its model with its cores, memory, clocks and power limit. A shape timed hot and the
 * same shape timed cold have separate leaderboards.
 *
 * <p>A run with finals contributes only its finalists. The search timed its other candidates once,
 * and the best of thousands of single timings is a lucky draw that would rank above the champion. A
 * run without finals contributes all candidates, marked as such.
 */
public final class StoredLeaderboard {
  private static final String RANKED =
      """
      WITH timed AS (
        SELECT f.run, f.candidate, f.shape, f.role, 'finals' AS how, f.p50, f.p90, f.count,
          f.ratio, f.low, f.high, f.device_state
        FROM finals f
        UNION ALL
        SELECT c.run, c.id, m.shape, NULL, 'search', m.p50, m.p90, m.count,
          CASE WHEN c.fingerprint <> r.default_fingerprint THEN
            (SELECT i.p50 FROM measurements i JOIN candidates ic ON ic.id = i.candidate
             WHERE ic.run = c.run AND ic.fingerprint = r.default_fingerprint
               AND i.shape = m.shape LIMIT 1) / m.p50 END, NULL, NULL, m.device_state
        FROM measurements m JOIN candidates c ON c.id = m.candidate JOIN runs r ON r.id = c.run
        WHERE NOT EXISTS (SELECT 1 FROM finals f WHERE f.run = c.run)
      ), cautious AS (
        SELECT *, p50 * coalesce(ratio / low, 1) AS at_most,
          coalesce(low < 1 / ?6 AND high > ?6, FALSE) AS inconclusive
        FROM timed
      ), keyed AS (
        SELECT id, coalesce(traits, (SELECT max(k.traits) FROM runs k
          WHERE k.device_model = o.device_model AND k.host = o.host), '') AS device FROM runs o
      ), described AS (
        SELECT t.*, r.kernel, r.backend, r.device_id, r.device_model, r.driver, r.architecture,
          r.fleet, r.traits, r.merged, r.compiler, r.host, r.git_commit, r.git_dirty, r.evo_version, r.started, r.arithmetic,
          r.source_hash, r.default_configuration, r.default_fingerprint, r.status, c.number, c.origin, c.configuration,
          s.name, s.dimensions, s.flops, s.bytes, s.cache, s.position, keyed.device,
          row_number() OVER same AS nth, count(*) OVER (same ROWS BETWEEN UNBOUNDED PRECEDING
            AND UNBOUNDED FOLLOWING) AS runs,
          min(CASE WHEN c.fingerprint = r.default_fingerprint AND t.how = 'finals'
            AND r.merged IS NULL THEN t.p50 END) OVER task AS final_default,
          coalesce(
            min(CASE WHEN c.fingerprint = r.default_fingerprint AND r.merged IS NULL
              THEN t.p50 END) OVER task,
            min(CASE WHEN c.fingerprint = r.default_fingerprint THEN t.p50 END) OVER task)
            AS any_default
        FROM cautious t JOIN runs r ON r.id = t.run JOIN candidates c ON c.id = t.candidate
          JOIN keyed ON keyed.id = r.id JOIN shapes s ON s.run = t.run AND s.name = t.shape
        WHERE (?1 IS NULL OR r.kernel = ?1) AND (?2 IS NULL OR t.shape = ?2)
          AND (?3 IS NULL OR instr(lower(r.device_model), ?3) > 0 OR lower(r.device_id) = ?3)
        WINDOW task AS (
            PARTITION BY r.kernel, r.device_model, keyed.device, s.name, s.dimensions, s.cache),
          same AS (
            PARTITION BY r.kernel, r.device_model, keyed.device, s.name, s.dimensions, s.cache, c.fingerprint,
              r.source_hash ORDER BY r.merged IS NOT NULL, t.how, t.inconclusive, t.at_most, r.started, c.number)
      ), ranked AS (
        SELECT *, row_number() OVER (
            PARTITION BY kernel, device_model, device, name, dimensions, cache
            ORDER BY merged IS NOT NULL, inconclusive, how, at_most, started, number) AS rank
        FROM described WHERE nth = 1 OR NOT ?5
      )
      SELECT *, coalesce(final_default, any_default) AS default_nanos,
        status <> 'finished' AS unfinished,
        json_extract(device_state, '$.core_mhz') AS megahertz,
        (SELECT iif(own = def, 'default', own) FROM (SELECT
          (SELECT group_concat(nullif(a.value ->> 'bits', ''), '+')
           FROM measurements m, json_each(m.accuracy) a
           WHERE m.candidate = ranked.candidate AND m.shape = ranked.shape) AS own,
          (SELECT group_concat(nullif(a.value ->> 'bits', ''), '+')
           FROM candidates d JOIN measurements m ON m.candidate = d.id, json_each(m.accuracy) a
           WHERE d.run = ranked.run AND d.fingerprint = default_fingerprint
             AND m.shape = ranked.shape) AS def)) AS bits
      FROM ranked WHERE rank <= ?4
      ORDER BY kernel, device_model, device, position, name, dimensions, cache DESC, rank\
      """;

  private final Database database;

  StoredLeaderboard(Database database) {
    this.database = database;
  }

  /**
   * Ranks candidates within each kernel, device model and shape by the time that the lower end of
   * their speed-up allows: p50 · speed-up / lower end, or p50 without an interval. Those that only
   * a search measured follow those of finals. Candidates whose interval shows nothing, neither
   * faster nor as fast nor slower, come last. A configuration of one source that several runs
   * measured has one row: the best from finals, or the best from a search if no run measured it in
   * finals. Runs that came by {@code evo runs merge} are claims: they come last, and are no
   * reference of speed-ups where a default was measured here.
   */
  public List<LeaderboardEntry> ranked(Filter filter) {
    return ranked(filter, true);
  }

  private List<LeaderboardEntry> ranked(Filter filter, boolean eachOnce) {
    var limits = new HashMap<List<String>, Optional<MeasuredLimits>>();
    return database.read(
        transaction ->
            transaction.query(
                RANKED,
                row ->
                    RecordColumns.read(
                        LeaderboardEntry.class,
                        row,
                        Map.of("limits", known(transaction, limits, row))),
                filter.kernel(),
                filter.shape(),
                filter.device().map(device -> device.toLowerCase(Locale.ROOT)),
                filter.limit(),
                eachOnce,
                LeaderboardEntry.MARGIN));
  }

  /** Champions of runs, and the defaults of runs without a champion. Ranks count all finalists. */
  public List<LeaderboardEntry> decided(String kernel, String deviceModel) {
    List<LeaderboardEntry> finalists = finalists(kernel, deviceModel);
    Set<String> won =
        finalists.stream()
            .filter(entry -> entry.role().equals(Optional.of(Role.CHAMPION)))
            .map(LeaderboardEntry::run)
            .collect(Collectors.toSet());
    return finalists.stream()
        .filter(
            entry ->
                switch (entry.role().orElseThrow()) {
                  case CHAMPION -> !entry.isInconclusive();
                  case DEFAULT -> !won.contains(entry.run());
                  case FINALIST -> false;
                })
        .toList();
  }

  /** All finalists of a kernel on a device model. */
  public List<LeaderboardEntry> finalists(String kernel, String deviceModel) {
    return ranked(Filter.of(kernel), false).stream()
        .filter(entry -> entry.device().model().equals(deviceModel))
        .filter(entry -> entry.role().isPresent())
        .toList();
  }

  /** Measured limits of a row's device; each device is queried once. */
  private static Optional<MeasuredLimits> known(
      Transaction transaction, Map<List<String>, Optional<MeasuredLimits>> known, Row row) {
    DeviceIdentity device = RecordColumns.read(DeviceIdentity.class, row, Map.of());
    List<String> key = List.of(row.text("backend"), device.model(), device.driver());
    Optional<MeasuredLimits> found = known.get(key);
    if (found == null) {
      found = MeasuredTables.limits(transaction, row.text("backend"), device);
      known.put(key, found);
    }
    return found;
  }

  /**
   * Filter of leaderboard rows.
   *
   * @param device part of the device's model or its full id, in any case, for example {@code h200}
   * @param limit maximum number of rows for each kernel, shape and device
   */
  public record Filter(
      Optional<String> kernel, Optional<String> shape, Optional<String> device, int limit) {

    public Filter {
      if (limit < 1) {
        throw new IllegalArgumentException("limit must be ≥ 1, was " + limit + ".");
      }
    }

    public boolean names(String name) {
      return kernel.equals(Optional.of(name)) || shape.equals(Optional.of(name));
    }

    public static Filter of(String kernel) {
      return new Filter(Optional.of(kernel), Optional.empty(), Optional.empty(), Integer.MAX_VALUE);
    }

    public static Filter everything(int limit) {
      return new Filter(Optional.empty(), Optional.empty(), Optional.empty(), limit);
    }
  }
}
