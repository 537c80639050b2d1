-- Rejects watchers that a partner adds or removes for another person.
create or replace function partners_watch_for_themselves() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_tenant' and coalesce(new.user_id, old.user_id)::text is distinct from current_setting('app.user_id', true) then
    raise exception 'a partner can watch projects only for themselves' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;
