-- Rejects changes of estimates by partners, except a decision about an open one by an owner in their own name, because
-- an approval costs money. Every partner may withdraw an open one, which closing a ticket does.
create or replace function only_owners_decide() returns trigger language plpgsql as $$
begin
  if current_user = 'portal_tenant' and (
    old.status <> 'proposed'
    or new.status not in ('approved', 'declined', 'withdrawn')
    or new.status <> 'withdrawn' and (
      current_setting('app.role', true) is distinct from 'owner'
      or new.decided_by is distinct from nullif(current_setting('app.user_id', true), '')::uuid)) then
    raise exception 'only an owner can decide an estimate, and only while it is open' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
