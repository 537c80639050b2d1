-- Records which of these addresses are asked now whether they want mail, and returns them. At most one request per
-- address and company in 30 days, three mails from all companies together (`outside_mails_lately`), and none to people
-- who answered or have an account. When the daily limit of `record_outside_mails` is reached, it records none and
-- returns a single null. The locks until commit make parallel requests count each other. In SQL because it runs as the
-- owner: it counts mails of companies that the caller cannot see.
create or replace function ask_mail_consents(
  of_company uuid, sender uuid, addresses text[], most_new integer, most_approved integer
) returns setof text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted text[];
  address text;
begin
  if session_user = 'portal_tenant' and of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid then
    raise exception 'these contacts belong to another company' using errcode = 'insufficient_privilege';
  end if;
  -- The locks of record_outside_mails in the same order, so that the selection below stays true.
  perform pg_advisory_xact_lock(hashtextextended('outside mail of ' || of_company, 0));
  if sender is not null then
    perform pg_advisory_xact_lock(hashtextextended('outside mail by ' || sender, 0));
  end if;
  for address in select distinct lower(a) from unnest(addresses) a order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('outside mail to ' || address, 0));
  end loop;
  select array_agg(a.email) into wanted from (select distinct lower(a) as email from unnest(addresses) a) a
    where mail_permission(of_company, a.email) in ('not_approved', 'not_confirmed')
      and not exists (select from mail_consents k where k.company_id = of_company and k.email = a.email
        and (k.state <> 'asked' or k.asked_at > now() - interval '30 days'))
      and outside_mails_lately(a.email) < 3;
  if wanted is null then
    return;
  end if;
  if record_outside_mails(of_company, sender, wanted, 'question', most_new, most_approved) is not null then
    return next null;
    return;
  end if;
  insert into mail_consents (company_id, email, state, asked_at, times_asked)
    select of_company, w, 'asked', now(), 1 from unnest(wanted) w
    on conflict (company_id, email) do update set asked_at = now(), times_asked = mail_consents.times_asked + 1;
  return query select unnest(wanted);
end $$;
revoke all on function ask_mail_consents(uuid, uuid, text[], integer, integer) from public;
grant execute on function ask_mail_consents(uuid, uuid, text[], integer, integer) to portal_tenant, portal_staff;
