-- Stores a Stripe event in the transaction of its effect. Returns false for a key that is stored already; a concurrent
-- call with the same key waits for the first. Only the process itself may call it: no person has the role `system`. In
-- SQL because it runs as the owner: logins cannot write Stripe events.
create or replace function keep_stripe_event(event_key text, event_type text, object text, of_company uuid, event_payload jsonb, what text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.role', true) is distinct from 'system' then
    raise exception 'only the server can store Stripe events' using errcode = 'insufficient_privilege';
  end if;
  insert into stripe.events (key, type, object_id, company_id, payload, outcome)
    values (event_key, event_type, object, of_company, event_payload, what) on conflict do nothing;
  return found;
end $$;
revoke all on function keep_stripe_event(text, text, text, uuid, jsonb, text) from public;
grant execute on function keep_stripe_event(text, text, text, uuid, jsonb, text) to portal_staff;
