-- Renames to the words of docs/glossary.md, and changes nothing else
ALTER TABLE runs RENAME COLUMN incumbent TO default_configuration;

ALTER TABLE runs RENAME COLUMN incumbent_fingerprint TO default_fingerprint;

UPDATE candidates SET origin = 'default' WHERE origin = 'incumbent';

ALTER TABLE finals RENAME TO finals_of_0_1;

DROP INDEX finals_by_run;

CREATE TABLE finals (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  candidate INTEGER NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('champion', 'default', 'finalist')),
  shape TEXT NOT NULL,
  p50 REAL NOT NULL, p90 REAL NOT NULL, count INTEGER NOT NULL,
  samples TEXT NOT NULL CHECK (json_valid(samples)),
  joules REAL,
  ratio REAL, low REAL, high REAL, confidence REAL, p_value REAL, cliffs_delta REAL,
  device_state TEXT,
  PRIMARY KEY (candidate, shape)
) STRICT;

CREATE INDEX finals_by_run ON finals (run);

INSERT INTO finals
SELECT run, position, candidate, iif(role = 'incumbent', 'default', role), shape,
  p50, p90, count, samples, joules, ratio, low, high, confidence, p_value,
  cliffs_delta, device_state
FROM finals_of_0_1;

DROP TABLE finals_of_0_1;

DROP INDEX sentinel_by_run;

ALTER TABLE sentinel RENAME TO recovery_checks;

CREATE INDEX recovery_checks_by_run ON recovery_checks (run);

DROP INDEX drift_by_run;

ALTER TABLE drift RENAME TO drift_checks;

CREATE INDEX drift_checks_by_run ON drift_checks (run);

ALTER TABLE doubts RENAME TO suspects;

ALTER TABLE seeds RENAME TO initial_configurations;

-- Renames keys in runs.job. Evo wrote this text itself: one section a line in a fixed form, gate
-- before drift
UPDATE runs SET job =
  replace(job, char(10) || 'gate: {seeds: ', char(10) || 'gate: {input_sets: ');

UPDATE runs SET job = substr(job, 1, instr(job, char(10) || 'sentinel: {every: '))
  || replace(
    replace(
      substr(job, instr(job, char(10) || 'sentinel: {every: ') + 1),
      'sentinel: {every: ', 'drift: {every: '),
    ', drift: ', ', margin: ')
WHERE instr(job, char(10) || 'sentinel: {every: ') > 0;
