ALTER TABLE candidates ADD COLUMN check_nanos INTEGER;
