-- Who may be written to on a partner's word: people without an account get mail only from companies that we trust, and only
-- after they wrote to us, agreed on a page of ours, or staff vouched for them.

-- Null: staff have not approved it.
alter table companies add mail_approved_at timestamptz,
  add mail_approved_by uuid references profiles on delete set null,
  add check (mail_approved_at is not null or mail_approved_by is null);
grant update (mail_approved_at, mail_approved_by) on companies to portal_staff;

-- What a person without an account said about mails of one company. An address keeps its answer when contacts change.
create table mail_consents (
  company_id uuid not null references companies,
  id uuid not null default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  state text not null check (state in ('asked', 'confirmed', 'blocked')),
  -- How it was confirmed: by a mail of theirs, on the page that our question links to, or by our staff.
  source text check (source in ('mail', 'page', 'staff')),
  -- When our question last went out, and how often it did.
  asked_at timestamptz,
  times_asked integer not null default 0,
  decided_at timestamptz,
  primary key (company_id, id),
  unique (company_id, email),
  check ((state = 'asked') = (decided_at is null)),
  check ((state = 'confirmed') = (source is not null))
);
create index mail_consents_of_address on mail_consents (email, asked_at);
create index mail_consents_asked on mail_consents (company_id, asked_at) where asked_at is not null;
call fence('mail_consents');
grant select on mail_consents to portal_tenant;
grant select, insert, update (state, source, decided_at) on mail_consents to portal_staff;

-- Addresses that want no mail on any partner's word. No login of the app reads it.
create table auth.mail_blocks (
  email text primary key check (email = lower(email) and length(email) between 3 and 320),
  blocked_at timestamptz not null default now()
);

-- Why a company may have mail sent to people without an account: it is the provider, staff approved it, it signed an agreement
-- that staff sent, or it paid for something. Null: it may not. Agreements that come with a purchase do not count: partners
-- sign those without anyone of the provider.
create function company_mail_trust(of_company uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select case
    when c.is_internal then 'internal'
    when c.mail_approved_at is not null then 'approved'
    when exists (
      select from agreements a join profiles p on p.id = a.created_by join companies o on o.id = p.company_id
      where a.company_id = c.id and o.is_internal and a.signed_at is not null and a.status in ('signed', 'active', 'expired')
        and exists (select from agreement_signatures s where s.company_id = a.company_id and s.agreement_id = a.id)) then 'agreement'
    when exists (select from orders o where o.company_id = c.id and o.status = 'paid' and o.total_cents > 0) then 'order'
  end
  from companies c where c.id = of_company);

-- Whether a mail may go to an address on a company's word. 'account': the person signs in there, or is of the provider.
create function mail_permission(of_company uuid, mailbox text) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select case
    when exists (
      select from profiles p join companies c on c.id = p.company_id
      where p.email = lower(mailbox) and p.deactivated_at is null and (p.company_id = of_company or c.is_internal)) then 'account'
    when k.state = 'blocked' or b.blocked_at > coalesce(k.decided_at, '-infinity') then 'blocked'
    when t.trust is null then 'not_approved'
    when t.trust = 'internal' or k.state = 'confirmed' then 'confirmed'
    else 'not_confirmed'
  end
  from (select company_mail_trust(of_company) as trust) t
    left join mail_consents k on k.company_id = of_company and k.email = lower(mailbox)
    left join auth.mail_blocks b on b.email = lower(mailbox));

-- Notes which of these addresses are asked now whether they want mail, and answers them. One question per address and company in
-- 30 days, three from all companies together; nobody who answered or has an account is asked. More than `most` of a company in
-- a day: nothing is noted, and the answer is a single null. Held until the transaction ends, so that parallel requests count each other.
create function ask_mail_consents(of_company uuid, addresses text[], most integer) returns setof text
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

revoke all on function company_mail_trust(uuid), mail_permission(uuid, text), ask_mail_consents(uuid, text[], integer) from public;
grant execute on function company_mail_trust(uuid), mail_permission(uuid, text), ask_mail_consents(uuid, text[], integer)
  to portal_tenant, portal_staff;

-- Whoever wrote to a trusted company's ticket before may be written to as until now; all others are asked first.
insert into mail_consents (company_id, email, state, source, decided_at)
  select i.company_id, lower(i.sender), 'confirmed', 'mail', max(i.received_at)
  from inbound_mails i join contacts k on k.company_id = i.company_id and k.email_key = lower(i.sender)
  where i.state = 'taken' and i.sender is not null and length(i.sender) between 3 and 320
    and company_mail_trust(i.company_id) is not null
  group by i.company_id, lower(i.sender);
