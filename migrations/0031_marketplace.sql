-- The catalogue: what the provider sells, who may see it, and how it is found.

create table products (
  -- The provider's own.
  company_id uuid not null references companies,
  id uuid not null,
  -- The address of its page; never changes.
  slug text not null check (length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 60),
  promise text not null check (length(promise) between 1 and 120),
  category text not null check (category in ('psa', 'rmm', 'microsoft-365', 'identity', 'documentation', 'billing', 'security',
    'backup', 'onboarding', 'sales', 'voice', 'reporting')),
  audience text[] not null check (cardinality(audience) between 1 and 3 and audience <@ array['msp', 'business', 'vendor']),
  problem text not null check (length(problem) between 1 and 1000),
  -- In order, a sentence each.
  steps text[] not null check (cardinality(steps) between 1 and 12),
  needs text[] not null check (cardinality(needs) between 1 and 12),
  included text[] not null check (cardinality(included) between 1 and 12),
  -- What it leaves to people on purpose.
  limits text[] not null check (cardinality(limits) between 1 and 12),
  price_model text not null check (price_model in ('one_time', 'monthly', 'quote')),
  price_cents integer check (price_cents between 100 and 100000000),
  currency text not null default 'usd' check (currency = 'usd'),
  -- Working days from finished intake to the first run.
  setup_days integer not null check (setup_days between 1 and 120),
  -- Minutes that one run takes by hand, how often it runs in a month at a typical customer, and why that many minutes.
  minutes_per_run integer not null check (minutes_per_run between 1 and 480),
  runs_per_month integer not null check (runs_per_month between 1 and 100000),
  minutes_why text not null check (length(minutes_why) between 1 and 400),
  -- What is asked after the purchase: [{"name": "boards", "label": "Which boards?", "type": "long_text", "required": true}].
  intake jsonb not null check (jsonb_typeof(intake) = 'array'),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  -- Order that staff give it, and how many companies run it.
  position integer not null default 0 check (position between 0 and 999999),
  popularity integer not null default 0 check (popularity between 0 and 999999),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  -- What lists are ordered by: what most companies run first, then as staff ordered it; names as people look for them.
  popular_order bigint not null generated always as ((999999 - popularity)::bigint * 1000000 + position) stored,
  name_order text not null generated always as (fold_text(name)) stored,
  primary key (company_id, id),
  unique (company_id, slug),
  check ((price_model = 'quote') = (price_cents is null)),
  check (status <> 'published' or published_at is not null)
);
create unique index products_by_id on products (id);
create index products_popular on products (popular_order, id) where status = 'published';
create index products_new on products (published_at desc, id desc) where status = 'published';
create index products_by_name on products (name_order, id) where status = 'published';
create index products_of_status on products (company_id, status, updated_at desc, id desc);
call fence('products');
grant select on products to portal_staff;
grant insert (company_id, id, slug, name, promise, category, audience, problem, steps, needs, included, limits, price_model, price_cents,
  currency, setup_days, minutes_per_run, runs_per_month, minutes_why, intake, status, position, published_at) on products to portal_staff;
grant update (name, promise, category, audience, problem, steps, needs, included, limits, price_model, price_cents, currency, setup_days,
  minutes_per_run, runs_per_month, minutes_why, intake, status, position, version, updated_at, published_at) on products to portal_staff;

-- The tools that a product connects, by the names their makers use.
create table product_integrations (
  company_id uuid not null references companies,
  product_id uuid not null,
  name text not null check (length(name) between 1 and 60 and name = btrim(name)),
  position integer not null default 0,
  primary key (company_id, product_id, name),
  foreign key (company_id, product_id) references products (company_id, id) on delete cascade
);
create index product_integrations_by_name on product_integrations (name, product_id);
call fence('product_integrations');
grant select, insert, delete, update (position) on product_integrations to portal_staff;

-- The shop window: what is published, and of that nothing but what the public may read. Whoever visits without an account
-- reads it with the login of partners and no company set, to which every other table is empty.
create view catalogue with (security_barrier) as
  select p.id, p.slug, p.name, p.promise, p.category, p.audience, p.problem, p.steps, p.needs, p.included, p.limits, p.price_model,
    p.price_cents, p.currency, p.setup_days, p.minutes_per_run, p.runs_per_month, p.minutes_why, p.intake, p.published_at, p.updated_at,
    p.popular_order, p.name_order,
    array(select i.name from product_integrations i where i.company_id = p.company_id and i.product_id = p.id order by i.position, i.name) as integrations
  from products p where p.status = 'published';
create view catalogue_integrations with (security_barrier) as
  select i.product_id, i.name from product_integrations i
  join products p on p.company_id = i.company_id and p.id = i.product_id where p.status = 'published';
grant select on catalogue, catalogue_integrations to portal_tenant, portal_staff;

-- The words of what is published, and the dictionary that they make: what a typing error may have meant.
create table derived.catalogue_texts (
  product_id uuid primary key references products (id) on delete cascade,
  words tsvector not null
);
create index catalogue_texts_by_word on derived.catalogue_texts using gin (words);
create table derived.catalogue_words (
  product_id uuid not null references products (id) on delete cascade,
  word text not null,
  primary key (product_id, word)
);
create index catalogue_words_by_word on derived.catalogue_words (word);
create index catalogue_words_alike on derived.catalogue_words using gin (word gin_trgm_ops);

-- What people call a category beside its name.
create function category_words(text) returns text language sql immutable strict parallel safe return case $1
  when 'psa' then 'service desk help desk ticketing PSA tickets'
  when 'rmm' then 'RMM remote monitoring management endpoints devices patching'
  when 'microsoft-365' then 'Microsoft 365 Office tenants'
  when 'identity' then 'identity licenses users groups access'
  when 'documentation' then 'documentation knowledge'
  when 'billing' then 'billing procurement invoices purchasing'
  when 'security' then 'security'
  when 'backup' then 'backup continuity disaster recovery'
  when 'onboarding' then 'onboarding offboarding new hires leavers'
  when 'sales' then 'sales marketing CRM leads quotes'
  when 'voice' then 'voice chat phone calls'
  else 'reporting reports dashboards' end;

-- Words with their weight: the name and the tools first, then the promise, then everything else.
create function weighed_words(body text, weight "char") returns tsvector language sql immutable strict parallel safe
  return setweight(to_tsvector('pg_catalog.english', search_text(body)) || to_tsvector('pg_catalog.simple', search_text(body)), weight);

-- Writes the words of products anew; of what is not published there are none.
create function write_catalogue_words(of_products uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from derived.catalogue_texts where product_id = any(of_products);
  delete from derived.catalogue_words where product_id = any(of_products);
  with texts as (
    select p.id, p.name, p.promise, public.category_words(p.category) as category, coalesce(i.names, '') as tools,
      concat_ws(' ', p.problem, array_to_string(p.steps, ' '), array_to_string(p.needs, ' '), array_to_string(p.included, ' '), array_to_string(p.limits, ' ')) as more
    from public.products p
    left join lateral (select string_agg(name, ' ') as names from public.product_integrations where company_id = p.company_id and product_id = p.id) as i on true
    where p.id = any(of_products) and p.status = 'published')
  , written as (
    insert into derived.catalogue_texts
    select id, public.weighed_words(name, 'A') || public.weighed_words(tools, 'B') || public.weighed_words(category || ' ' || promise, 'C')
      || public.weighed_words(more, 'D') from texts
    on conflict (product_id) do update set words = excluded.words)
  insert into derived.catalogue_words
  select distinct id, word from texts, string_to_table(public.search_text(concat_ws(' ', name, tools, category, promise, more)), ' ') as word
  where length(word) between 3 and 40 and word !~ '^[0-9]+$'
  on conflict do nothing;
end $$;
create function keep_catalogue_words() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.write_catalogue_words(array[new.id]);
  return null;
end $$;
create trigger products_words_new after insert on products for each row when (new.status = 'published')
  execute function keep_catalogue_words();
create trigger products_words after update on products for each row
  when ((old.status, old.name, old.promise, old.category, old.problem, old.steps, old.needs, old.included, old.limits)
    is distinct from (new.status, new.name, new.promise, new.category, new.problem, new.steps, new.needs, new.included, new.limits))
  execute function keep_catalogue_words();
create function keep_words_of_tools() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.write_catalogue_words(array(select distinct product_id from changed));
  return null;
end $$;
create trigger product_integrations_words_new after insert on product_integrations referencing new table as changed
  for each statement execute function keep_words_of_tools();
create trigger product_integrations_words_gone after delete on product_integrations referencing old table as changed
  for each statement execute function keep_words_of_tools();
revoke all on function write_catalogue_words(uuid[]), keep_catalogue_words(), keep_words_of_tools() from public;

-- The words with those that no published product has replaced by the most alike, and such as were typed as one or as two
-- put together or apart; null when there is nothing to mend.
create function mend_catalogue_words(typed text) returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set pg_trgm.similarity_threshold = 0.2 as $$
declare
  tokens text[] := (string_to_array(nullif(public.search_text(left(typed, 200)), ''), ' '))[1:12];
  mended text[] := '{}';
  changed boolean := false;
  token text;
  better text;
  i integer := 1;
begin
  while i <= coalesce(cardinality(tokens), 0) loop
    token := tokens[i];
    better := null;
    if i < cardinality(tokens) and length(token || tokens[i + 1]) <= 40
      and exists (select from derived.catalogue_words where word = token || tokens[i + 1]) then
      mended := mended || (token || tokens[i + 1]);
      changed := true;
      i := i + 2;
      continue;
    end if;
    if length(token) between 3 and 40
      and not exists (select from derived.catalogue_texts where words @@ public.search_query(token)) then
      -- Two words without the blank between them.
      select left(token, at) || ' ' || substr(token, at + 1) into better from generate_series(2, length(token) - 3) as at
      where (left(token, at) = 'it' or exists (select from derived.catalogue_words where word = left(token, at)))
        and exists (select from derived.catalogue_words where word = substr(token, at + 1))
      order by at desc limit 1;
      if better is null then
        select word into better from (
          select w.word, count(*) as entries, similarity(token, w.word) as alike,
            -- Two letters changed places: one error. A word whose end is not typed yet is a little further away.
            least(levenshtein(token, w.word)
                - case when array(select l from string_to_table(w.word, null) as l order by l) = array(select l from string_to_table(token, null) as l order by l) then 1 else 0 end,
              levenshtein(token, left(w.word, length(token))) + 0.5) as errors
          from derived.catalogue_words w
          where w.word % token
            -- Short words with a letter wrong in the middle share next to nothing but their beginning.
            or length(token) <= 5 and w.word like left(token, 1) || '%' and length(w.word) between length(token) - 1 and length(token) + 1
          group by w.word) as ranked
        where (length(token) > 4 and errors <= 2 or left(word, 1) = left(token, 1)) and errors <= case when length(token) <= 4 then 1 when length(token) <= 8 then 2 else 3 end and errors < length(token) * 0.5
        order by errors, entries desc, alike desc, word limit 1;
      end if;
    end if;
    changed := changed or better is not null;
    mended := mended || coalesce(better, token);
    i := i + 1;
  end loop;
  i := 1;
  while i < coalesce(cardinality(mended), 0) loop
    better := mended[i] || mended[i + 1];
    if length(better) <= 40 and exists (select from derived.catalogue_words where word = better) then
      mended := mended[:i - 1] || better || mended[i + 2:];
      changed := true;
    end if;
    i := i + 1;
  end loop;
  return case when changed then array_to_string(mended, ' ') end;
end $$;

-- Published products that have the words, with a score from 0 to 1000. Where none has all of them as they were typed, they are
-- taken for beginnings of words, then for misspelt (`instead` says how they were read), and at last those come that have at
-- least half of them (how: all, mended, some). Runs as the owner because `@@` could not use the index behind the view.
create function find_products(typed text) returns table (id uuid, score integer, how text, instead text)
language plpgsql stable security definer rows 50 set search_path = pg_catalog, public, pg_temp as $$
declare
  weights constant real[] := '{0.05, 0.2, 0.5, 1}';
  mended text;
  spelling text;
  beginnings boolean;
  wanted tsquery;
  parts tsquery[];
begin
  foreach spelling in array array[typed, null] loop
    if spelling is null then
      mended := public.mend_catalogue_words(typed);
      exit when mended is null;
      spelling := mended;
    end if;
    foreach beginnings in array array[false, true] loop
      wanted := public.search_query(spelling, beginnings);
      if wanted is null then return; end if;
      return query select t.product_id, least(1000, ts_rank(weights, t.words, wanted) * 1000)::integer, case when mended is null then 'all' else 'mended' end, mended
        from derived.catalogue_texts t where t.words @@ wanted;
      if found then return; end if;
    end loop;
  end loop;
  parts := array(
    select plainto_tsquery('pg_catalog.english', word) || plainto_tsquery('pg_catalog.simple', word)
    from unnest((string_to_array(public.search_text(left(coalesce(mended, typed), 200)), ' '))[1:12]) as word
    where length(word) > 1 and ts_lexize('english_stem', word) <> '{}');
  if cardinality(parts) < 2 then return; end if;
  return query select t.product_id, least(1000, c.hits * 1000 / cardinality(parts) - 100 + (c.rank * 100)::integer)::integer, 'some', mended
    from derived.catalogue_texts t
    cross join lateral (
      select count(*)::integer as hits, sum(ts_rank(weights, t.words, part)) / cardinality(parts) as rank
      from unnest(parts) as part where t.words @@ part) as c
    where c.hits * 2 >= cardinality(parts);
end $$;
revoke all on function mend_catalogue_words(text), find_products(text) from public;
grant execute on function find_products(text) to portal_tenant, portal_staff;
