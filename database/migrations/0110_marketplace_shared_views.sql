-- What other modules may read of this one. The views keep the row-level security of their tables.

create view shared_products with (security_invoker = true) as
  select company_id, id, name, intake, minutes_per_run
  from products;
comment on view shared_products is 'Published: what installing a product begins with.';
grant select on shared_products to portal_staff;

comment on view catalogue is 'Published: published products with what the public may read; visitors read it with the partners'' login and no company set.';
