-- Records mails of a company to people without an account and returns null. If a limit is reached, records nothing and
-- returns its name. `daily`: `most_new` a day, of both kinds, for a company that is not approved and for each sender
-- over all such companies, or `most_approved` of this kind for any other company (null: no limit). `recipient`: three
-- in 30 days to one address from companies that are not approved. The locks until commit make parallel calls count each
-- other. In SQL because it runs as the owner: it counts mails of companies that the caller cannot see.
create or replace function record_outside_mails(
  of_company uuid, sender uuid, addresses text[], of_kind text, most_new integer, most_approved integer
) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  trust boolean := company_mail_trust(of_company) is not null;
  most integer := case when company_mail_trust(of_company) is null then most_new else most_approved end;
  today integer;
  address text;
begin
  if session_user = 'portal_tenant' and (
    of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
    or sender is distinct from nullif(current_setting('app.user_id', true), '')::uuid
  ) then
    raise exception 'this email belongs to another company' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('outside mail of ' || of_company, 0));
  if sender is not null then
    perform pg_advisory_xact_lock(hashtextextended('outside mail by ' || sender, 0));
  end if;
  for address in select distinct lower(a) from unnest(addresses) a order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('outside mail to ' || address, 0));
  end loop;
  delete from auth.outside_mails where company_id = of_company and sent_at < now() - interval '30 days';

  if trust then
    today := (select count(*) from auth.outside_mails
      where company_id = of_company and kind = of_kind and sent_at > now() - interval '1 day');
  else
    today := greatest(
      (select count(*) from auth.outside_mails where company_id = of_company and sent_at > now() - interval '1 day'),
      (select count(*) from auth.outside_mails where sender_id = sender and not trusted and sent_at > now() - interval '1 day'));
    for address in select distinct lower(a) from unnest(addresses) a loop
      if outside_mails_lately(address) >= 3 then
        return 'recipient';
      end if;
    end loop;
  end if;
  if today + cardinality(addresses) > most then
    return 'daily';
  end if;
  insert into auth.outside_mails (company_id, sender_id, email, kind, trusted)
    select of_company, sender, lower(a), of_kind, trust from unnest(addresses) a;
  return null;
end $$;
revoke all on function record_outside_mails(uuid, uuid, text[], text, integer, integer) from public;
grant execute on function record_outside_mails(uuid, uuid, text[], text, integer, integer) to portal_tenant, portal_staff;
