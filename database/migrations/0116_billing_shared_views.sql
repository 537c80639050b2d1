-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_orders with (security_invoker = true) as
  select company_id, id, number, status, method, total_cents, created_at
  from orders;
comment on view shared_orders is 'Published: orders without their lines.';
grant select on shared_orders to portal_tenant, portal_staff;

create view shared_order_lines with (security_invoker = true) as
  select company_id, id, order_id, product_id
  from order_lines;
comment on view shared_order_lines is 'Published: which products an order is for.';
grant select on shared_order_lines to portal_tenant, portal_staff;

create view shared_invoices with (security_invoker = true) as
  select company_id, id, order_id, status, total_cents, paid_cents, refunded_cents, due_on
  from invoices;
comment on view shared_invoices is 'Published: what is due and paid of invoices.';
grant select on shared_invoices to portal_tenant, portal_staff;
