-- Records the outcome of a Stripe event. In SQL because it runs as the owner: logins cannot write Stripe events.
create or replace function mark_stripe_event(event_key text, what text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.role', true) is distinct from 'system' then
    raise exception 'only the server can update Stripe events' using errcode = 'insufficient_privilege';
  end if;
  update stripe.events set outcome = what where key = event_key;
end $$;
revoke all on function mark_stripe_event(text, text) from public;
grant execute on function mark_stripe_event(text, text) to portal_staff;
