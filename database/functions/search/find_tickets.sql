-- Returns tickets with these words, at most `at_most` and in no order. In SQL because `@@` is not leakproof: under
-- row-level security, it could not use the index. This runs as the owner and checks the company itself. Staff may name
-- a company, and a partner always gets its own. With `until`, only tickets that were last changed in its month or the
-- one before.
create or replace function find_tickets(query tsquery, of_company uuid default null, at_most integer default null, until timestamptz default null) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  -- A limit makes the planner believe that a scan of the whole table is cheap.
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB' as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  ways text[] := '{}';
  words text;
  month integer;
  -- The completely typed words; null unless there are others beside them.
  whole text;
  apart boolean;
  -- True when so few match that the month of each can be checked.
  few boolean;
begin
  if query is null then return; end if;
  if staff then own := of_company; elsif own is null then return; end if;
  whole := (select string_agg(part, ' & ') from string_to_table(query::text, ' & ') as part where part not like '%:*%');
  if whole = query::text then whole := null; end if;
  if whole is not null then
    -- The index collects everything with a beginning before anything else. Where the other words are in few tickets,
    -- those are checked instead.
    if guess_tickets(whole::tsquery) > 10000 then whole := null; end if;
  end if;
  -- Complete words are searched together with company and month, and months by equality and not as a range, so that the
  -- index skips everything else. Matches of a beginning are collected once, and months are checked afterwards.
  apart := until is not null and whole is null and query::text like '%:*%';
  few := apart and (own is not null or guess_tickets(query) <= 3000);
  foreach words in array case when staff then array['words', 'words_with_notes'] else array['words'] end loop
    foreach month in array case when until is null or apart then array[null::integer] else array[month_of(until), month_of(until) - 1] end loop
      ways := ways || concat_ws(' and ',
        case when whole is null then words || ' @@ $1' else format('%I @@ %L::tsquery and (%I @@ $1) is true', words, whole, words) end, 'company_id = ' || quote_literal(own), 'month = ' || month);
    end loop;
  end loop;
  return query execute 'select id from ticket_words where ((' || array_to_string(ways, ') or (') || '))'
    || case when apart then format(case when few then ' and month + 0 in (%s, %s)' else ' and (month = %s or month = %s)' end, month_of(until), month_of(until) - 1) else '' end || ' limit $2' using query, at_most;
end $$;
revoke all on function find_tickets(tsquery, uuid, integer, timestamptz) from public;
grant execute on function find_tickets(tsquery, uuid, integer, timestamptz) to portal_tenant, portal_staff;
