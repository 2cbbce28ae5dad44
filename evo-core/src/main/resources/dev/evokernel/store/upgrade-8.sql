ALTER TABLE finals ADD COLUMN processes TEXT CHECK (json_valid(processes));
