CREATE TABLE learning_order (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  learnt INTEGER NOT NULL CHECK (learnt >= 0),
  candidates TEXT NOT NULL CHECK (json_valid(candidates)),
  PRIMARY KEY (run, learnt)
) STRICT;
