-- Restarts the period that alerts look at.
create or replace function watch_installation() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.watched_from := now();
  return new;
end $$;
