ALTER TABLE runs ADD COLUMN wall_nanos INTEGER CHECK (wall_nanos > 0);
ALTER TABLE runs ADD COLUMN evaluations INTEGER CHECK (evaluations > 0);
