-- What made searches slower the more tickets there are.

-- The latest tickets of all companies stand side by side in the order of their ids: reading a thousand of them touches a
-- few pages, where the primary key has each on another. Those of one company stand together in the primary key: every
-- month is above 0, and who does not ask for that does not get this index.
create unique index ticket_words_by_id on ticket_words (id) where month > 0;

-- As in 0019, but what few tickets have is not held against an index of everything that was changed in two months.
create or replace function find_tickets(query tsquery, of_company uuid default null, at_most integer default null, until timestamptz default null) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  -- A limit makes a scan of the whole table look cheap.
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB' as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  ways text[] := '{}';
  words text;
  month integer;
  -- The words that are typed to their end; null unless there are others beside them.
  whole text;
  apart boolean;
  -- So few that the month of each can be looked at.
  few boolean;
begin
  if query is null then return; end if;
  if staff then own := of_company; elsif own is null then return; end if;
  whole := (select string_agg(part, ' & ') from string_to_table(query::text, ' & ') as part where part not like '%:*%');
  if whole = query::text then whole := null; end if;
  if whole is not null then
    -- The index gathers everything that has a beginning before it looks at anything else. Where the other words are in
    -- few tickets, those are looked through instead.
    if guess_tickets(whole::tsquery) > 10000 then whole := null; end if;
  end if;
  -- Whole words are asked together with company and month, and months by equality and not as a range: so the index passes
  -- over what has none of them. What a beginning has is gathered at once, and the months beside it.
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
