CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  kernel TEXT NOT NULL, folder TEXT NOT NULL, source_hash TEXT NOT NULL,
  backend TEXT NOT NULL,
  device_id TEXT NOT NULL, device_model TEXT NOT NULL, driver TEXT NOT NULL,
  architecture TEXT,
  compiler TEXT NOT NULL, host TEXT NOT NULL,
  git_commit TEXT, git_dirty INTEGER,
  evo_version TEXT NOT NULL, seed INTEGER NOT NULL, job TEXT NOT NULL,
  objective TEXT CHECK (json_valid(objective)),
  parameters TEXT NOT NULL CHECK (json_valid(parameters)),
  default_configuration TEXT NOT NULL CHECK (json_valid(default_configuration)),
  default_fingerprint TEXT NOT NULL,
  started TEXT NOT NULL, finished TEXT,
  status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'interrupted')),
  spent_nanos INTEGER NOT NULL DEFAULT 0,
  time_budget TEXT CHECK (json_valid(time_budget)),
  verdict TEXT CHECK (json_valid(verdict)),
  arithmetic TEXT,
  ending TEXT,
  macros TEXT CHECK (json_valid(macros)),
  portfolio TEXT CHECK (json_valid(portfolio)),
  fleet TEXT,
  traits TEXT,
  merged TEXT,
  wall_nanos INTEGER CHECK (wall_nanos > 0),
  evaluations INTEGER CHECK (evaluations > 0)
) STRICT;

CREATE TABLE shapes (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  dimensions TEXT NOT NULL CHECK (json_valid(dimensions)),
  flops REAL NOT NULL, bytes REAL NOT NULL,
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')),
  PRIMARY KEY (run, name)
) STRICT;

CREATE TABLE candidates (
  id INTEGER PRIMARY KEY,
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number >= 1),
  generation INTEGER NOT NULL, origin TEXT NOT NULL,
  configuration TEXT NOT NULL CHECK (json_valid(configuration)),
  fingerprint TEXT NOT NULL,
  parents TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(parents)),
  state TEXT NOT NULL CHECK (state IN ('attempting', 'finished')),
  attempts INTEGER NOT NULL,
  outcome TEXT, shape TEXT, message TEXT, objective REAL, digest TEXT,
  compile_nanos INTEGER, evaluate_nanos INTEGER, finished TEXT,
  shapes TEXT CHECK (json_valid(shapes)),
  check_nanos INTEGER,
  device INTEGER NOT NULL DEFAULT 0, scale REAL NOT NULL DEFAULT 1,
  UNIQUE (run, number),
  CHECK ((state = 'finished') = (outcome IS NOT NULL))
) STRICT;

CREATE INDEX candidates_by_fingerprint ON candidates (run, fingerprint);

CREATE TABLE measurements (
  candidate INTEGER NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  shape TEXT NOT NULL,
  p50 REAL NOT NULL, p90 REAL NOT NULL, minimum REAL NOT NULL,
  mean REAL NOT NULL, deviation REAL NOT NULL,
  count INTEGER NOT NULL, launches INTEGER NOT NULL,
  samples TEXT NOT NULL CHECK (json_valid(samples)),
  accuracy TEXT NOT NULL CHECK (json_valid(accuracy)),
  device_state TEXT,
  registers INTEGER, local_bytes INTEGER, static_shared INTEGER, dynamic_shared INTEGER,
  occupancy REAL, joules REAL,
  PRIMARY KEY (candidate, shape)
) STRICT;

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
  device_state TEXT, processes TEXT CHECK (json_valid(processes)),
  PRIMARY KEY (candidate, shape)
) STRICT;

CREATE INDEX finals_by_run ON finals (run);

CREATE TABLE recovery_checks (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  process INTEGER NOT NULL CHECK (process >= 1),
  at TEXT NOT NULL,
  tries INTEGER NOT NULL CHECK (tries >= 1),
  ratio REAL NOT NULL,
  spent_nanos INTEGER NOT NULL
) STRICT;

CREATE INDEX recovery_checks_by_run ON recovery_checks (run);

CREATE TABLE run_devices (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number >= 0),
  host TEXT NOT NULL, device_id TEXT NOT NULL, model TEXT NOT NULL,
  joined TEXT NOT NULL,
  relative REAL,
  left TEXT, why TEXT NOT NULL,
  PRIMARY KEY (run, number)
) STRICT;

CREATE TABLE exclusions (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  candidate INTEGER NOT NULL,
  reason TEXT NOT NULL,
  shape TEXT NOT NULL,
  message TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (run, candidate)
) STRICT;

CREATE TABLE drift_checks (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  evaluations INTEGER NOT NULL,
  at TEXT NOT NULL,
  ratio REAL NOT NULL,
  sound INTEGER NOT NULL CHECK (sound IN (0, 1)),
  spent_nanos INTEGER NOT NULL,
  device INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX drift_checks_by_run ON drift_checks (run);

CREATE TABLE suspects (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  candidate INTEGER NOT NULL,
  settled INTEGER NOT NULL CHECK (settled IN (0, 1)),
  objective REAL,
  at TEXT NOT NULL,
  PRIMARY KEY (run, candidate)
) STRICT;

CREATE TABLE baselines (
  id INTEGER PRIMARY KEY,
  run TEXT REFERENCES runs (id) ON DELETE CASCADE,
  measured TEXT NOT NULL,
  kernel TEXT NOT NULL, backend TEXT NOT NULL,
  device_id TEXT NOT NULL, device_model TEXT NOT NULL, driver TEXT NOT NULL,
  host TEXT NOT NULL, evo_version TEXT NOT NULL,
  baseline TEXT NOT NULL, library TEXT NOT NULL,
  name TEXT NOT NULL,
  dimensions TEXT NOT NULL CHECK (json_valid(dimensions)),
  flops REAL NOT NULL, bytes REAL NOT NULL,
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')),
  refusal TEXT,
  p50 REAL, p90 REAL, count INTEGER, launches INTEGER,
  samples TEXT CHECK (json_valid(samples)),
  accuracy TEXT CHECK (json_valid(accuracy)),
  device_state TEXT,
  CHECK ((refusal IS NULL) = (samples IS NOT NULL))
) STRICT;

CREATE INDEX baselines_by_run ON baselines (run);

CREATE INDEX baselines_by_kernel ON baselines (kernel, device_model);

CREATE TABLE limits (
  id INTEGER PRIMARY KEY,
  backend TEXT NOT NULL,
  device_id TEXT NOT NULL, device_model TEXT NOT NULL, driver TEXT NOT NULL,
  device_limits TEXT NOT NULL CHECK (json_valid(device_limits)),
  compiler TEXT NOT NULL, host TEXT NOT NULL,
  measured TEXT NOT NULL
) STRICT;

CREATE TABLE figures (
  limits INTEGER NOT NULL REFERENCES limits (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  quantity TEXT NOT NULL,
  amount REAL NOT NULL, p50 REAL NOT NULL, samples INTEGER NOT NULL,
  how TEXT NOT NULL, megahertz REAL,
  PRIMARY KEY (limits, quantity)
) STRICT;

CREATE TABLE initial_configurations (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 1),
  origin TEXT NOT NULL,
  configuration TEXT NOT NULL CHECK (json_valid(configuration)),
  note TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used IN (0, 1)),
  PRIMARY KEY (run, position)
) STRICT;

CREATE TABLE migrants (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  bred INTEGER NOT NULL CHECK (bred >= 0),
  origin TEXT NOT NULL,
  configuration TEXT NOT NULL CHECK (json_valid(configuration)),
  PRIMARY KEY (run, bred)
) STRICT;

CREATE TABLE learning_order (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  learnt INTEGER NOT NULL CHECK (learnt >= 0),
  candidates TEXT NOT NULL CHECK (json_valid(candidates)),
  PRIMARY KEY (run, learnt)
) STRICT;
