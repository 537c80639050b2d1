-- Copies the terms of a signed revision to its agreement. Partners cannot write these columns. Staff can, and the
-- product does so only before the first signature, when an agreement renews, and when it is canceled. In SQL because it
-- runs as the owner: partners cannot write these columns.
create or replace function copy_signed_terms(of_company uuid, of_revision uuid, on_day date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  signed agreement_revisions;
  terms jsonb;
begin
  if session_user = 'portal_tenant' and (
      of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
      or current_setting('app.role', true) is distinct from 'owner')
    or session_user = 'portal_staff' then
    raise exception 'only an owner can put signed terms into effect' using errcode = 'insufficient_privilege';
  end if;
  select * into signed from agreement_revisions where company_id = of_company and id = of_revision and status = 'signed';
  if not found then
    raise exception 'this revision is not signed' using errcode = 'insufficient_privilege';
  end if;
  terms := signed.terms;
  update agreements a set
    name = terms->>'name',
    starts_on = case when a.revision is null then coalesce((terms->>'startsOn')::date, on_day) else a.starts_on end,
    ends_on = (terms->>'endsOn')::date,
    renewal = terms->>'renewal',
    renewal_months = (terms->>'renewalMonths')::smallint,
    notice_days = (terms->>'noticeDays')::smallint,
    currency = terms->>'currency',
    hourly_rate_cents = (terms->>'hourlyRateCents')::integer,
    overage = terms->>'overage',
    overage_percent = (terms->>'overagePercent')::smallint,
    rounding_increment = (terms->>'roundingIncrement')::smallint,
    rounding_minimum = (terms->>'roundingMinimum')::smallint,
    rounding_per = terms->>'roundingPer',
    multipliers = terms->'multipliers',
    covers_time = (terms->>'coversTime')::boolean,
    sla_policy_id = (terms->>'slaPolicyId')::uuid,
    payment_days = (terms->>'paymentDays')::smallint,
    minutes = (terms->>'minutes')::integer,
    price_cents = (terms->>'priceCents')::integer,
    valid_months = (terms->>'validMonths')::smallint,
    monthly_minutes = (terms->>'monthlyMinutes')::integer,
    monthly_price_cents = (terms->>'monthlyPriceCents')::integer,
    rollover = terms->>'rollover',
    rollover_cap = (terms->>'rolloverCap')::integer,
    -- Revisions signed before this term existed are billed at the signature.
    billing_point = coalesce(terms->>'billingPoint', 'signature'),
    revision = signed.revision
  where a.company_id = of_company and a.id = signed.agreement_id;
end $$;
revoke all on function copy_signed_terms(uuid, uuid, date) from public;
grant execute on function copy_signed_terms(uuid, uuid, date) to portal_tenant;
