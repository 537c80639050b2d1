-- Gives a new provider a template per type of agreement. The provider's counsel is meant to read them; staff edit them
-- in the portal. In SQL because the trigger for new providers calls it, however the company is added.
create or replace function seed_agreement_templates(provider uuid) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $seed$
declare
  parties constant text := $md$This agreement {{ agreement.number }} is between {{ provider.name }} (“we”) and {{ company.name }}{% if company.address %}, {{ company.address }}{% endif %} (“you”). It consists of this text, the figures in it and our [Terms of Service](/legal/terms). If they conflict, this agreement prevails.$md$;
  term constant text := $md$It begins on {{ agreement.starts_on }}{% if agreement.ends_on %} and runs through {{ agreement.ends_on }}{% else %} and runs until one of us ends it{% endif %}. {{ agreement.renewal }}$md$;
  common constant text := $md$

## Payment

We invoice in US dollars, without taxes. Invoices are due net {{ payment.days }} days: within {{ payment.days }} days of the invoice date. Tell us within {{ payment.days }} days if you dispute an amount, and pay the part you don’t dispute. Amounts not paid when due may be charged with interest at 1 percent per month or the highest rate the law permits, whichever is lower.

## Support

You can reach us through tickets in the partner portal or by email to {{ provider.email }}. {% if sla.name %}Our “{{ sla.name }}” SLA policy sets the response and resolution targets.{% else %}Our default SLA policy sets the response and resolution targets.{% endif %} Each ticket shows them and every pause. We never charge for work to repair a fault we caused, and it never uses your hours.

## Your responsibilities

You give us the access, the information and the contact person we need for the work, and you confirm that you are allowed to. Delays on your side move our dates by the same amount of time. Your data stays yours; we use it only to provide the service.

## Confidentiality

Each of us protects what the other marks as confidential, or what is clearly meant to be, with reasonable care, uses it only for this agreement and shares it only with people who need it and are bound to the same duty. This duty lasts three years beyond the end of this agreement.

## Results

You have the right to use what we build for you under this agreement from the day you pay for it. We keep our rights in our tools, our methods and whatever we reuse across customers. Output of language models can be wrong: check it before you rely on it for a decision that matters.

## Limit of liability

As far as the law permits, neither of us is liable for indirect, incidental, special, consequential or punitive damages, or for lost profits, revenue or data. Our total liability arising out of this agreement is limited to **the amount you paid us in the 12 months before the event** that gave rise to the claim. These limits do not apply to your duty to pay, or where the law does not allow them.

## Ending it early

Either of us may end this agreement immediately if the other materially breaches it and does not cure the breach within 30 days of written notice. You pay for what was delivered until then.

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

**{{ hours.block }}** of our work for **{{ price.total }}**. {% if hours.valid_months %}The hours are valid for {{ hours.valid_months }} from the day they become available. Unused hours then expire.{% else %}The hours do not expire while this agreement runs.{% endif %}

The hours become available when their invoice is paid. The portal shows the balance and every ledger entry, to the minute.

## How work is counted

- {{ time.rounding }}
- {{ time.after_hours }}
- {{ time.overage }}
- We notify you when 80 and 95 percent of your hours are used, and 30 days before hours expire.
- Work uses hours from the block that expires first.

You may ask for an estimate before any work, and approve or decline it.

## Term

$md$ || term || $md$ A renewal extends these terms but does not buy hours. Hours you have paid for stay available until they expire.$md$ || common),
  (provider, gen_random_uuid(), 'Monthly retainer', 'retainer',
    '{"monthlyMinutes": 600, "monthlyPriceCents": 155000, "rollover": "capped", "rolloverCap": 300, "hourlyRateCents": 17500, "overage": "bill", "noticeDays": 30}',
    '# Retainer agreement' || e'\n\n' || parties || $md$

## What you receive

**{{ hours.monthly }}** of our work in each calendar month for **{{ price.monthly }}** a month. We reserve that time for you: automation work, changes, consulting and support, in the order you set.

Both hours and price are prorated by day in the first and last months.

## Unused hours

{{ time.rollover }}

## How work is counted

- {{ time.rounding }}
- {{ time.after_hours }}
- {{ time.overage }}
- We notify you when 80 and 95 percent of your hours are used.

## Billing

Each month is invoiced in advance, on its first day. Each month’s hours can be used from its first day.

## Term

$md$ || term || common),
  (provider, gen_random_uuid(), 'Managed automation', 'managed_automation',
    '{"monthlyPriceCents": 49000, "coversTime": true, "noticeDays": 30}',
    '# Managed automation agreement' || e'\n\n' || parties || $md$

## What you receive

We host, monitor and maintain the automations that are listed in your portal under this agreement, for **{{ price.monthly }}** a month. That includes:

- hosting, updates, and credentials kept separate for each customer;
- monitoring every run, and a ticket for a failed run before you have to ask;
- repairs when a tool that an automation connects to changes, as far as we can make them;
- small changes to settings and texts.

{% if time.covered %}Our time for all of this is included and uses no hours.{% else %}Our time for changes beyond this uses your hours. {{ time.rounding }} {{ time.after_hours }}{% endif %} New automations and larger changes are estimated first, and need your approval.

## What is not included

Licenses and usage fees of other vendors, such as language models or phone minutes, unless your order says otherwise.

## Billing

Each month is invoiced in advance, on its first day. The first and last months are prorated by day.

## Term

$md$ || term || $md$ When it ends, the automations stop on the last day. We export their settings and logs for you on request, for 30 days.$md$ || common),
  (provider, gen_random_uuid(), 'Fixed price project', 'fixed_price',
    '{"priceCents": 480000, "coversTime": true}',
    '# Fixed price agreement' || e'\n\n' || parties || $md$

## What we deliver

**{{ agreement.name }}** for a fixed price of **{{ price.total }}**.

List what we deliver and how we both verify that it is done:

1. …
2. …
3. …

Not included: …

## How we work

We begin on {{ agreement.starts_on }}{% if agreement.ends_on %} and plan to be done by {{ agreement.ends_on }}{% endif %}. Progress, questions and files are in your portal. {% if time.covered %}Our time is included in the price and uses no hours.{% endif %}

When we tell you it is done, you have 10 business days to test it and tell us what does not match the list above. We fix that at no charge. After that, or once you use it in daily work, it is accepted.

## Changes

Anything not on the list is a change. We estimate it first and start when you approve it.

## Price

The price is invoiced {{ price.due }}.$md$ || common),
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

{% if time.covered %}Our time on the roadmap is included in the price.{% else %}Work beyond the roadmap uses your hours. {{ time.rounding }} {{ time.after_hours }} {{ time.overage }}{% endif %}{% if price.hourly %} Our rate for you is {{ price.hourly }} per hour.{% endif %}

## Your customers

Your customers deal with you. You agree with them on what we may do for you, and pass these limits on to them. We do not solicit their business while this agreement runs or for 12 months after.

## Billing

Each month is invoiced in advance, on its first day. The first and last months are prorated by day.

## Term

$md$ || term || common);
end $seed$;
revoke all on function seed_agreement_templates(uuid) from public;
