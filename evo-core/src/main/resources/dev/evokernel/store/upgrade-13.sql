ALTER TABLE runs ADD COLUMN fleet TEXT;

CREATE TABLE migrants (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  bred INTEGER NOT NULL CHECK (bred >= 0),
  origin TEXT NOT NULL,
  configuration TEXT NOT NULL CHECK (json_valid(configuration)),
  PRIMARY KEY (run, bred)
) STRICT;
