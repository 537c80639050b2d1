-- Ends rolled-over hours with their retainer: they follow its last day, whether a cancellation sets it, a renewal moves
-- it, or an amendment changes it. Changes of an agreement lock it before the hours.
create or replace function hours_end_with_agreement() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform hours_lock_balance(new.company_id);
  update hour_blocks x set expires_on = new.ends_on, warned_expiry_at = null
    where x.company_id = new.company_id and x.agreement_id = new.id and x.source = 'rollover' and x.state = 'active'
      and x.expires_on is not distinct from old.ends_on;
  return null;
end $$;
revoke all on function hours_end_with_agreement() from public;
