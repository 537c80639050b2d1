-- The procedure has the name of what it does.
alter procedure fence(regclass, text, text) rename to enforce_row_level_security;
