-- Rejects changes of messages by anybody but the author.
create or replace function only_own_words() returns trigger language plpgsql as $$
begin
  if current_user in ('portal_tenant', 'portal_staff')
    and old.author_id is distinct from nullif(current_setting('app.user_id', true), '')::uuid then
    raise exception 'only the author can change a message' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
