-- Why an automation is recommended, as a language model words it: asked for once for the same facts, and shown while they
-- are the same.
create table recommendation_words (
  company_id uuid not null references companies,
  product_id uuid not null references products (id) on delete cascade,
  -- SHA-256 of what the model was told.
  facts text not null check (facts ~ '^[0-9a-f]{64}$'),
  -- The version of the prompt; null: the text that the product comes with.
  number integer,
  -- Null: nothing that could be used came of it.
  words text check (length(words) between 1 and 300),
  suggestion_id uuid,
  written_at timestamptz not null default now(),
  primary key (company_id, product_id),
  foreign key (company_id, suggestion_id) references suggestions (company_id, id),
  check ((words is null) = (suggestion_id is null))
);
create index recommendation_words_of_product on recommendation_words (product_id);
create index recommendation_words_by_suggestion on recommendation_words (company_id, suggestion_id);
call fence('recommendation_words');
grant select (company_id, product_id, facts, words) on recommendation_words to portal_tenant;
grant select, insert, update (facts, number, words, suggestion_id, written_at) on recommendation_words to portal_staff;

-- The job that has them worded knows of other companies what the company’s own people are told, and no more.
grant execute on function run_by_similar() to portal_staff;
