ALTER TABLE runs ADD COLUMN macros TEXT CHECK (json_valid(macros));
