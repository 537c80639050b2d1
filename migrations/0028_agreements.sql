-- What agreements need beyond their tables: the text as it was written, what was never sent stays with staff, terms begin
-- to hold by a signature and by nothing else, and the templates that a provider begins with.

-- Markdown with its variables, as staff wrote it; `body` is what is signed.
alter table agreement_revisions add source text check (length(source) between 1 and 100000);
grant insert, update (source) on agreement_revisions to portal_staff;
alter table agreements
  -- The end of which both sides were told that it comes near.
  add ending_told_for date;
grant update (ending_told_for) on agreements to portal_staff;
create index agreements_by_name on agreements (lower(name), id);
create index agreements_by_end on agreements ((coalesce(ends_on, '9999-12-31'::date)), id);
create index agreements_by_period on agreements ((coalesce(next_period_on, '9999-12-31'::date)), id);
create index agreements_to_begin on agreements (starts_on) where status = 'signed';

create or replace function keep_sent_revision() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.status <> 'draft' and (
      (new.body, new.source, new.terms, new.sha256, new.summary, new.revision, new.sent_at, new.sent_by)
      is distinct from (old.body, old.source, old.terms, old.sha256, old.summary, old.revision, old.sent_at, old.sent_by)
      or new.status = 'draft')
    or old.status = 'signed' and new.status not in ('signed', 'replaced')
    or old.status in ('returned', 'withdrawn', 'replaced') and new.status <> old.status
    or old.signed_at is not null and new.signed_at is distinct from old.signed_at
    or old.first_opened_at is not null and new.first_opened_at is distinct from old.first_opened_at then
    raise exception 'a revision that was sent never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.status <> 'sent' and new.status = 'sent' and new.sha256 is distinct from encode(sha256(convert_to(new.body, 'UTF8')), 'hex') then
    raise exception 'the checksum is not that of the text' using errcode = 'insufficient_privilege';
  end if;
  if new.status = 'signed' and old.status <> 'signed' and not exists (
      select from agreement_signatures s where s.company_id = new.company_id and s.revision_id = new.id and s.sha256 = new.sha256) then
    raise exception 'a revision is signed by a signature' using errcode = 'insufficient_privilege';
  end if;
  if current_user = 'portal_tenant' and new.status is distinct from old.status and (
    old.status <> 'sent' or new.status not in ('signed', 'returned')
    or current_setting('app.role', true) is distinct from 'owner') and not (old.status = 'signed' and new.status = 'replaced') then
    raise exception 'an agreement is signed by an owner, once it was sent' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- A signature is given to the text that is open, and names its checksum.
create function check_signature() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from agreement_revisions r
    where r.company_id = new.company_id and r.id = new.revision_id and r.agreement_id = new.agreement_id
      and r.status = 'sent' and r.sha256 = new.sha256) then
    raise exception 'this is not the text that waits for a signature' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger agreement_signatures_check before insert on agreement_signatures for each row execute function check_signature();

-- A provider begins with a template for each kind. They are plain words for a start, to be read by the provider's own
-- counsel; staff change them in the portal.
create function seed_agreement_templates(provider uuid) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $seed$
declare
  parties constant text := $md$This agreement {{ agreement.number }} is between {{ provider.name }} (“we”) and {{ company.name }}{% if company.address %}, {{ company.address }}{% endif %} (“you”). It is made of this text, the figures in it and our [Terms of Service](/legal/terms). Where they differ, this agreement applies.$md$;
  term constant text := $md$It begins on {{ agreement.starts_on }}{% if agreement.ends_on %} and runs through {{ agreement.ends_on }}{% else %} and runs until one of us ends it{% endif %}. {{ agreement.renewal }}$md$;
  common constant text := $md$

## Payment

We invoice in US dollars, without taxes. Invoices are due net {{ payment.days }} days: within {{ payment.days }} days of the invoice date. Tell us within {{ payment.days }} days if you dispute an amount; you pay the part that is not disputed. Amounts not paid when due may be charged with interest at 1 percent per month or the highest rate the law permits, whichever is lower.

## Support

You reach us through tickets in the partner portal or by email to {{ provider.email }}. {% if sla.name %}Response and resolution targets are those of our “{{ sla.name }}” service level; you see them, and every pause, on each ticket.{% else %}Response and resolution targets are those of our standard service level; you see them, and every pause, on each ticket.{% endif %} Work to repair a fault that we caused is never charged and never draws on your hours.

## Your part

You give us the access, the information and a person to ask that we need for the work, and you confirm that you may do so. Delay on your side moves our dates by as much. Your data stays yours; we use it only to provide the service.

## Confidentiality

Each of us protects what the other marks as confidential, or what is clearly meant to be, with reasonable care, uses it only for this agreement and shares it only with people who need it and are bound to the same duty. This duty lasts three years beyond the end of this agreement.

## Results

The right to use what we build for you under this agreement is yours from the day it is paid. We keep our rights in our tools, our methods and whatever we reuse across customers. Output of language models can be wrong: check it before you rely on it for a decision that matters.

## Limit of liability

As far as the law permits, neither of us is liable for indirect, incidental, special, consequential or punitive damages, or for lost profits, revenue or data. Our total liability arising out of this agreement is limited to **the amount you paid us in the 12 months before the event** that gave rise to the claim. These limits do not apply to your duty to pay, or where the law does not allow them.

## Ending it early

Either of us may end this agreement at once if the other materially breaches it and does not mend the breach within 30 days of written notice. What was delivered until then is paid.

## Disputes

Any dispute arising out of this agreement will be settled by binding arbitration administered by the **American Arbitration Association** under its Commercial Arbitration Rules, before one arbitrator, in the United States and in English. Judgment on the award may be entered in any court that has jurisdiction. Either of us may instead bring a claim in small claims court.

## Signature

An owner of {{ company.name }} signs in the partner portal by typing their name. We both agree that this has the effect of a signature on paper. Changes are made as an amendment that is signed in the same way.$md$;
begin
  insert into agreement_templates (company_id, id, name, type, terms, body) values
  (provider, gen_random_uuid(), 'Block hours', 'block_hours',
    '{"minutes": 1200, "priceCents": 332500, "validMonths": 12, "hourlyRateCents": 17500, "overage": "stop"}',
    '# Block hours agreement' || e'\n\n' || parties || $md$

## What you buy

**{{ hours.block }}** of our work for **{{ price.total }}**. {% if hours.valid_months %}The hours are valid for {{ hours.valid_months }} from the day they become usable; what is left then expires.{% else %}The hours do not expire while this agreement runs.{% endif %}

The hours become usable when the invoice for them is paid. You see the balance and every line of it, minute by minute, in the portal.

## How work is counted

- {{ time.rounding }}
- {{ time.after_hours }}
- {{ time.overage }}
- We tell you when 80 and 95 percent of your hours are used, and 30 days before hours expire.
- Hours are drawn from the block that expires first.

You may ask for an estimate before any work, and approve or decline it.

## Term

$md$ || term || $md$ A renewal extends these terms; it buys no hours by itself. Hours you have paid for stay usable until they expire.$md$ || common),
  (provider, gen_random_uuid(), 'Monthly retainer', 'retainer',
    '{"monthlyMinutes": 600, "monthlyPriceCents": 155000, "rollover": "capped", "rolloverCap": 300, "hourlyRateCents": 17500, "overage": "bill", "noticeDays": 30}',
    '# Retainer agreement' || e'\n\n' || parties || $md$

## What you receive

**{{ hours.monthly }}** of our work in each calendar month for **{{ price.monthly }}** a month. We keep that time free for you: automation work, changes, consulting and support, in the order you set.

The first and the last month count by the day: a part of the hours for the same part of the price.

## Unused hours

{{ time.rollover }}

## How work is counted

- {{ time.rounding }}
- {{ time.after_hours }}
- {{ time.overage }}
- We tell you when 80 and 95 percent of your hours are used.

## Billing

Each month is invoiced in advance, on its first day. Hours of a month can be used from its first day.

## Term

$md$ || term || common),
  (provider, gen_random_uuid(), 'Managed automation', 'managed_automation',
    '{"monthlyPriceCents": 49000, "coversTime": true, "noticeDays": 30}',
    '# Managed automation agreement' || e'\n\n' || parties || $md$

## What you receive

We host, watch and maintain the automations that are listed in your portal under this agreement, for **{{ price.monthly }}** a month. That includes:

- hosting, credentials kept apart per customer, and updates;
- watching every run, and a ticket for a run that fails before you have to ask;
- repair when a tool that an automation connects to changes, as far as it is in our power;
- small changes to settings and texts.

{% if time.covered %}Our time for all of this is included and draws on no hours.{% else %}Our time for changes beyond this draws on your hours: {{ time.rounding }} {{ time.after_hours }}{% endif %} New automations and larger changes are estimated first, and need your approval.

## What is not included

Licenses and usage fees of other vendors, such as language models or phone minutes, unless your order says otherwise.

## Billing

Each month is invoiced in advance, on its first day. The first and the last month are charged by the day.

## Term

$md$ || term || $md$ When it ends, the automations stop on the last day. We export their settings and logs for you on request, for 30 days.$md$ || common),
  (provider, gen_random_uuid(), 'Fixed price project', 'fixed_price',
    '{"priceCents": 480000, "coversTime": true}',
    '# Fixed price agreement' || e'\n\n' || parties || $md$

## What we deliver

**{{ agreement.name }}** for a fixed price of **{{ price.total }}**.

Write here what is delivered, point by point, and how you will both see that it is done:

1. …
2. …
3. …

Not part of it: …

## How we work

We begin on {{ agreement.starts_on }}{% if agreement.ends_on %} and plan to be done by {{ agreement.ends_on }}{% endif %}. Progress, questions and files are in your portal. {% if time.covered %}Our time is included in the price and draws on no hours.{% endif %}

When we say that it is done, you have 10 business days to try it and tell us what does not match the list above; we mend that at no charge. After that, or once you use it in daily work, it counts as accepted.

## Changes

What is not on the list is a change. We estimate it first and begin when you approve it.

## Price

The price is invoiced with the signature of this agreement.$md$ || common),
  (provider, gen_random_uuid(), 'Partnership', 'partnership',
    '{"monthlyPriceCents": 350000, "hourlyRateCents": 15000, "overage": "bill", "noticeDays": 60, "roundingIncrement": 15, "roundingMinimum": 15}',
    '# Partnership agreement' || e'\n\n' || parties || $md$

## What we do together

We act as the automation and AI department of {{ company.name }}, for **{{ price.monthly }}** a month:

- a named engineer who knows your tools, your processes and your customers;
- a planning meeting every month and a written roadmap every quarter;
- the automations on that roadmap, hosted and maintained by us;
- the right to offer them to your own customers under your name (white label), while this agreement runs.

## Time

{% if time.covered %}Our time on the roadmap is included in the price.{% else %}Work beyond the roadmap draws on your hours. {{ time.rounding }} {{ time.after_hours }} {{ time.overage }}{% endif %}{% if price.hourly %} Our rate for you is {{ price.hourly }} per hour.{% endif %}

## Your customers

You are the one your customers deal with. You agree with them what we may do for you, and pass on to them the limits that these terms set. We do not approach them for business of our own while this agreement runs and for 12 months after.

## Billing

Each month is invoiced in advance, on its first day. The first and the last month are charged by the day.

## Term

$md$ || term || common);
end $seed$;
revoke all on function seed_agreement_templates(uuid) from public;
create function seed_provider_agreements() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform seed_agreement_templates(new.id);
  return null;
end $$;
create trigger companies_seed_agreements after insert on companies for each row when (new.is_internal) execute function seed_provider_agreements();
select seed_agreement_templates(id) from companies where is_internal;
