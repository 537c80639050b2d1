-- Rejects changes of comments by partners who did not write them; internal ones are hidden from them anyway.
create or replace function partners_edit_own_comments() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_tenant' and old.author_id::text is distinct from current_setting('app.user_id', true) then
    raise exception 'a partner can edit only their own comments' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
