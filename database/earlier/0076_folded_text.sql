-- The rest of a mail that a message or a ticket was taken from: what was probably said before, and signatures. Shown on demand, so
-- that nothing that somebody wrote is lost where the two could not be told apart.
alter table messages add folded text check (length(folded) between 1 and 50000);
alter table tickets add folded text check (length(folded) between 1 and 50000);
