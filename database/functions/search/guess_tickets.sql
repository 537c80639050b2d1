-- Returns how many tickets the planner expects to have these words: it has counted the frequent ones. In SQL because it
-- asks Postgres's planner, whose answer only PL/pgSQL can read without running the query.
create or replace function guess_tickets(query tsquery) returns float8 language plpgsql volatile set search_path = public as $$
declare
  plan json;
begin
  execute format('explain (format json) select from ticket_words where words @@ %L::tsquery', query) into plan;
  return plan->0->'Plan'->>'Plan Rows';
end $$;
revoke all on function guess_tickets(tsquery) from public;
