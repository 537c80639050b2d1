-- The catalog: products, who may see them, and how they are found.

create table products (
  -- The provider.
  company_id uuid not null references companies,
  id uuid not null,
  -- The path of its page; never changes.
  slug text not null check (length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 60),
  promise text not null check (length(promise) between 1 and 120),
  category text not null check (category in ('psa', 'rmm', 'microsoft-365', 'identity', 'documentation', 'billing',
    'security', 'backup', 'onboarding', 'sales', 'voice', 'reporting')),
  audience text[] not null check (cardinality(audience) between 1 and 3 and audience <@ array['msp', 'business', 'vendor']),
  problem text not null check (length(problem) between 1 and 1000),
  -- In order, a sentence each.
  steps text[] not null check (cardinality(steps) between 1 and 12),
  needs text[] not null check (cardinality(needs) between 1 and 12),
  included text[] not null check (cardinality(included) between 1 and 12),
  -- What it deliberately leaves to people.
  limits text[] not null check (cardinality(limits) between 1 and 12),
  price_model text not null check (price_model in ('one_time', 'monthly', 'quote')),
  price_cents integer check (price_cents between 100 and 100000000),
  currency text not null default 'usd' check (currency = 'usd'),
  -- Business days from completed intake to the first run.
  setup_days integer not null check (setup_days between 1 and 120),
  -- Minutes that one run takes by hand, runs per month at a typical customer, and the reason for that many minutes.
  minutes_per_run integer not null check (minutes_per_run between 1 and 480),
  runs_per_month integer not null check (runs_per_month between 1 and 100000),
  minutes_why text not null check (length(minutes_why) between 1 and 400),
  -- Questions after the purchase: [{"name": "boards", "label": "Which boards?", "type": "long_text", "required": true}].
  intake jsonb not null check (jsonb_typeof(intake) = 'array'),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  -- Position that staff set, and how many companies run it.
  position integer not null default 0 check (position between 0 and 999999),
  popularity integer not null default 0 check (popularity between 0 and 999999),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  -- Sort keys: by popularity and then position, and by name without case and accents.
  popular_order bigint not null generated always as ((999999 - popularity)::bigint * 1000000 + position) stored,
  name_order text not null generated always as (fold_text(name)) stored,
  primary key (company_id, id),
  unique (company_id, slug),
  check ((price_model = 'quote') = (price_cents is null)),
  check (status <> 'published' or published_at is not null),
  -- Other pages use these paths.
  constraint products_slug_free check (slug not in ('preview', 'purchase-complete', 'sitemap'))
);
comment on table products is 'Products of the catalog; they belong to the provider.';
create unique index products_by_id on products (id);
create index products_popular on products (popular_order, id) where status = 'published';
create index products_new on products (published_at desc, id desc) where status = 'published';
create index products_by_name on products (name_order, id) where status = 'published';
create index products_of_status on products (company_id, status, updated_at desc, id desc);
-- Position across all states, for staff.
create index products_by_position on products (position, id);
create index products_by_change on products (updated_at desc, id desc);
call enforce_row_level_security('products');
grant select, insert (company_id, id, slug, name, promise, category, audience, problem, steps, needs, included, limits,
  price_model, price_cents, currency, setup_days, minutes_per_run, runs_per_month, minutes_why, intake, status, position,
  published_at), update (name, promise, category, audience, problem, steps, needs, included, limits, price_model,
  price_cents, currency, setup_days, minutes_per_run, runs_per_month, minutes_why, intake, status, position, version,
  updated_at, published_at) on products to portal_staff;
create trigger products_words_new after insert on products for each row when (new.status = 'published')
  execute function keep_catalogue_words();
create trigger products_words after update on products for each row
  when ((old.status, old.name, old.promise, old.category, old.problem, old.steps, old.needs, old.included, old.limits)
    is distinct from (new.status, new.name, new.promise, new.category, new.problem, new.steps, new.needs, new.included, new.limits))
  execute function keep_catalogue_words();

create table product_integrations (
  company_id uuid not null references companies,
  product_id uuid not null,
  name text not null check (length(name) between 1 and 60 and name = btrim(name)),
  position integer not null default 0,
  primary key (company_id, product_id, name),
  foreign key (company_id, product_id) references products (company_id, id) on delete cascade
);
comment on table product_integrations is 'Tools that a product connects, by the names their makers use.';
create index product_integrations_by_name on product_integrations (name, product_id);
call enforce_row_level_security('product_integrations');
grant select, insert, update (position), delete on product_integrations to portal_staff;
create trigger product_integrations_words_new after insert on product_integrations referencing new table as changed
  for each statement execute function keep_words_of_tools();
create trigger product_integrations_words_gone after delete on product_integrations referencing old table as changed
  for each statement execute function keep_words_of_tools();

create table derived.catalogue_texts (
  product_id uuid primary key references products (id) on delete cascade,
  words tsvector not null
);
comment on table derived.catalogue_texts is 'Searchable words of published products, weighted.';
create index catalogue_texts_by_word on derived.catalogue_texts using gin (words);

create table derived.catalogue_words (
  product_id uuid not null references products (id) on delete cascade,
  word text not null,
  primary key (product_id, word)
);
comment on table derived.catalogue_words is 'Dictionary of the words in published products, which corrects typing errors.';
create index catalogue_words_by_word on derived.catalogue_words (word);
create index catalogue_words_alike on derived.catalogue_words using gin (word gin_trgm_ops);

create table purchase_asks (
  company_id uuid not null references companies,
  product_id uuid not null references products (id),
  asked_on date not null,
  asked_by uuid not null references profiles,
  created_at timestamptz not null default now(),
  primary key (company_id, product_id, asked_on)
);
comment on table purchase_asks is 'Requests to the owners to buy a product, from people who may not; once per product and day.';
call enforce_row_level_security('purchase_asks');
grant select, insert on purchase_asks to portal_tenant;
grant select on purchase_asks to portal_staff;

create view catalogue with (security_barrier) as
  select p.id, p.slug, p.name, p.promise, p.category, p.audience, p.problem, p.steps, p.needs, p.included, p.limits, p.price_model,
    p.price_cents, p.currency, p.setup_days, p.minutes_per_run, p.runs_per_month, p.minutes_why, p.intake, p.published_at, p.updated_at,
    p.popular_order, p.name_order,
    array(select i.name from product_integrations i where i.company_id = p.company_id and i.product_id = p.id order by i.position, i.name) as integrations
  from products p where p.status = 'published';
comment on view catalogue is 'Published products with what the public may read; visitors read it with the partners'' login and no company set.';
grant select on catalogue to portal_tenant, portal_staff;

create view catalogue_integrations with (security_barrier) as
  select i.product_id, i.name from product_integrations i
  join products p on p.company_id = i.company_id and p.id = i.product_id where p.status = 'published';
comment on view catalogue_integrations is 'Tools of published products.';
grant select on catalogue_integrations to portal_tenant, portal_staff;
