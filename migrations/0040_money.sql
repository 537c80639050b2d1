-- Money: what can be billed once more, and what is remembered so that it is not done against somebody's word.

-- A month that was voided may be billed again, by an administrator; an overage whose rate was amended within its month has
-- a line for each rate.
alter table order_lines
  add voided boolean not null default false,
  add part smallint not null default 0 check (part between 0 and 1000);
update order_lines l set voided = true from invoices i
  where i.company_id = l.company_id and i.order_id = l.order_id and i.status = 'void';
drop index order_lines_one_month;
create unique index order_lines_one_month on order_lines (company_id, agreement_id, kind, period_from, part)
  where kind in ('month', 'overage') and not voided;
grant update (voided) on order_lines to portal_staff;

-- The order in whose place this one stands: each is made up for once.
alter table orders add replaces uuid, add foreign key (company_id, replaces) references orders (company_id, id);
create unique index orders_replaced_once on orders (company_id, replaces) where replaces is not null;

-- When an owner removed the card: what was agreed to before that is no word about a new one.
alter table stripe_customers add card_removed_at timestamptz;
grant update (card_removed_at) on stripe_customers to portal_staff;

-- Who may have a document, where not everybody of the company may: the page with the evidence of a signature.
alter table documents add only_for text[] check (cardinality(only_for) > 0);
