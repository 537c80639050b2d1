-- Records which of these addresses are asked now whether they want mail, and returns them. At most one request per address and
-- company in 30 days, three from all companies together, and none to people who answered or have an account. Above `most`
-- requests of a company in a day it records none and returns a single null. The lock until commit makes parallel requests
-- count each other.
create or replace function ask_mail_consents(of_company uuid, addresses text[], most integer) returns setof text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted text[];
  address text;
begin
  if session_user = 'portal_tenant' and of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid then
    raise exception 'another company''s contacts' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('mail consent ' || of_company, 0));
  for address in select distinct lower(a) from unnest(addresses) a order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('mail consent ' || address, 0));
  end loop;
  select array_agg(a.email) into wanted from (select distinct lower(a) as email from unnest(addresses) a) a
    where mail_permission(of_company, a.email) in ('not_approved', 'not_confirmed')
      and not exists (select from mail_consents k where k.company_id = of_company and k.email = a.email
        and (k.state <> 'asked' or k.asked_at > now() - interval '30 days'))
      and (select count(*) from mail_consents k where k.email = a.email and k.asked_at > now() - interval '30 days') < 3;
  if wanted is null then
    return;
  end if;
  if (select count(*) from mail_consents k where k.company_id = of_company and k.asked_at > now() - interval '1 day')
      + cardinality(wanted) > most then
    return next null;
    return;
  end if;
  insert into mail_consents (company_id, email, state, asked_at, times_asked)
    select of_company, w, 'asked', now(), 1 from unnest(wanted) w
    on conflict (company_id, email) do update set asked_at = now(), times_asked = mail_consents.times_asked + 1;
  return query select unnest(wanted);
end $$;
revoke all on function ask_mail_consents(uuid, text[], integer) from public;
grant execute on function ask_mail_consents(uuid, text[], integer) to portal_tenant, portal_staff;
