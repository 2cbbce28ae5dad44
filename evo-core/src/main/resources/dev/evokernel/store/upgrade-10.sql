ALTER TABLE candidates ADD COLUMN shapes TEXT CHECK (json_valid(shapes));

ALTER TABLE runs ADD COLUMN portfolio TEXT CHECK (json_valid(portfolio));
