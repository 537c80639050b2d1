-- The sentence that an owner agreed to when the card was stored.
alter table stripe_customers add consent text check (length(consent) between 1 and 1000);
grant select (consent) on stripe_customers to portal_tenant;
grant update (consent) on stripe_customers to portal_staff;
-- One that was deleted at Stripe.
grant delete on stripe_customers to portal_staff;
create index stripe_customers_by_method on stripe_customers (payment_method) where payment_method is not null;

-- A page at Stripe on which a card is left for later, and what was agreed to before it was opened.
create table card_pages (
  company_id uuid not null references companies,
  id uuid not null,
  -- Null until Stripe answered: an unknown answer leaves it so, and the next try carries the same key.
  stripe_session text unique,
  url text,
  consent text not null check (length(consent) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  started_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index card_pages_by_id on card_pages (id);
create unique index card_pages_one_open on card_pages (company_id) where status = 'open';
call fence('card_pages');
grant select on card_pages to portal_tenant;
grant select, insert, update (stripe_session, url, status, updated_at) on card_pages to portal_staff;

-- Jobs and the webhook keep what Stripe told in the transaction of its effect. A second call with the key waits until the
-- first has ended, and is told that it came too late. People cannot call it: only the process itself has no user.
create function keep_stripe_event(event_key text, event_type text, object text, of_company uuid, event_payload jsonb, what text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.role', true) is distinct from 'system' then
    raise exception 'only the process itself keeps what Stripe tells' using errcode = 'insufficient_privilege';
  end if;
  insert into stripe.events (key, type, object_id, company_id, payload, outcome)
    values (event_key, event_type, object, of_company, event_payload, what) on conflict do nothing;
  return found;
end $$;
revoke all on function keep_stripe_event(text, text, text, uuid, jsonb, text) from public;
grant execute on function keep_stripe_event(text, text, text, uuid, jsonb, text) to portal_staff;
create function mark_stripe_event(event_key text, what text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.role', true) is distinct from 'system' then
    raise exception 'only the process itself keeps what Stripe tells' using errcode = 'insufficient_privilege';
  end if;
  update stripe.events set outcome = what where key = event_key;
end $$;
revoke all on function mark_stripe_event(text, text) from public;
grant execute on function mark_stripe_event(text, text) to portal_staff;

-- What is open at Stripe and has to be asked for by the job that looks after it.
create index checkouts_open on checkouts (created_at) where status = 'open';
create index card_pages_open on card_pages (created_at) where status = 'open';
create index payments_pending on payments (created_at) where status = 'pending' and method = 'card';
