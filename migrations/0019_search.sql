-- Search: the words of each ticket and its conversation in one row, a dictionary that mends typing errors, finders of
-- people and companies by name, and totals that do not grow with what is counted.
create extension if not exists fuzzystrmatch;

-- What is worked out of other tables and read by no login: only functions that run as the owner and draw the line
-- between companies themselves look in here.
create schema derived;

-- Text as it is searched: small letters without accents, words parted by single blanks. Ranges and not character classes:
-- what a letter is depends on the locale of the database, what a punctuation mark is does not.
create function search_text(text) returns text language sql immutable strict parallel safe cost 500
  return btrim(regexp_replace(fold_text($1),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe4f\uff00-\uff0f\uff1a-\uff20]+', ' ', 'g'));

-- Chinese and Japanese put no blanks between words: every two neighbouring signs are a word, and the last sign alone.
create function sign_pairs(text) returns text[] language sql immutable strict parallel safe
  return case when $1 ~ '[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]' then coalesce((
    select array_agg(distinct pair) from (
      select sign || coalesce(lead(sign) over (partition by r order by n), '') as pair
      from regexp_matches($1, '[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]+', 'g') with ordinality as m(run, r),
        string_to_table(run[1], null) with ordinality as c(sign, n)) as pairs), '{}') end;

-- The words of a text, as they are and by their stems, so that "licenses" finds "license" and "IT" is not lost as a stop
-- word. Without positions: half the size, and phrases are looked for in the text itself.
create function search_words(body text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  plain text := search_text(left(body, 20000));
  pairs text[] := sign_pairs(plain);
  found tsvector := strip(to_tsvector('pg_catalog.english', plain) || to_tsvector('pg_catalog.simple', plain));
begin
  return case when pairs is null then found else found || array_to_tsvector(pairs) end;
end $$;

-- What somebody typed, as a question to those words: every word has to be there. The last one may be a beginning, for it
-- is perhaps not typed to its end; with `beginnings` each may. Null when there is no word in it.
create function search_query(typed text, beginnings boolean default false) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  tokens text[] := (string_to_array(nullif(search_text(left(typed, 400)), ''), ' '))[1:12];
  token text;
  at integer := 0;
  lexemes text[];
  lexeme text;
  stems text[];
  part tsquery;
  whole tsquery;
  idle tsquery;
begin
  foreach token in array coalesce(tokens, '{}') loop
    at := at + 1;
    if token ~ '[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]' then
      select string_agg(quote_literal(sign) || case when length(sign) = 1 then ':*' else '' end, ' & ')::tsquery into part
        from regexp_matches(token, '[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]+', 'g') as run,
          generate_series(1, greatest(length(run[1]) - 1, 1)) as i, substr(run[1], i, 2) as sign;
      whole := case when whole is null then part else whole && part end;
      continue;
    end if;
    lexemes := tsvector_to_array(to_tsvector('pg_catalog.simple', left(token, 60)));
    foreach lexeme in array lexemes loop
      stems := ts_lexize('english_stem', lexeme);
      part := (quote_literal(lexeme) || case when beginnings or at = cardinality(tokens) then ':*' else '' end)::tsquery;
      if stems <> '{}' and stems[1] <> lexeme then part := part || quote_literal(stems[1])::tsquery; end if;
      -- Stop words count only where nothing else was typed.
      if stems = '{}' then idle := case when idle is null then part else idle && part end;
      else whole := case when whole is null then part else whole && part end; end if;
    end loop;
  end loop;
  return coalesce(whole, idle);
end $$;

-- The month of a moment, counted from the year 0.
create function month_of(timestamptz) returns integer language sql immutable strict parallel safe
  return (extract(year from $1 at time zone 'UTC') * 12 + extract(month from $1 at time zone 'UTC'))::integer;

create table ticket_words (
  company_id uuid not null,
  -- The ticket's.
  id uuid not null,
  -- When the ticket was last changed: words that very many tickets have are looked for in the latest ones first.
  month integer not null,
  -- Subject, description and replies.
  words tsvector not null,
  -- The same together with internal notes, where there are any. Partners have no grant on it.
  words_with_notes tsvector,
  primary key (company_id, id),
  foreign key (company_id, id) references tickets (company_id, id) on delete cascade
);
create index ticket_words_by_word on ticket_words using gin (company_id, month, words) with (gin_pending_list_limit = 256);
create index ticket_words_with_notes_by_word on ticket_words using gin (company_id, month, words_with_notes)
  with (gin_pending_list_limit = 256) where words_with_notes is not null;
-- Few words are in many tickets and many in few: how often a word occurs is known of this many.
alter table ticket_words alter words set statistics 500;
call fence('ticket_words');
grant select (company_id, id, words) on ticket_words to portal_tenant;
grant select on ticket_words to portal_staff;

-- Words that occur in the tickets of a company, and in those of all: what a typing error may have meant.
create table derived.words (
  company_id uuid not null references companies,
  word text not null,
  -- False: only notes have it, which partners must not learn.
  open boolean not null,
  primary key (company_id, word)
);
create index words_alike on derived.words using gin (company_id, word gin_trgm_ops);
create table derived.words_of_all (word text primary key);
create index words_of_all_alike on derived.words_of_all using gin (word gin_trgm_ops);
-- Tickets whose words are not in the dictionary yet. Not entered with the ticket itself: two that bring the same new
-- word would wait for each other.
create table derived.unlearned (company_id uuid not null, id uuid not null, primary key (company_id, id));

-- The words of a text of any length, as far as they find room in one row.
create function many_words(body text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  found tsvector := '';
begin
  for i in 0 .. least(length(body) / 20000, 40) loop
    found := found || public.search_words(substr(body, i * 20000 + 1, 20000));
  end loop;
  return found;
exception when program_limit_exceeded then
  return found;
end $$;

-- Writes the words of a ticket anew.
create function write_words(of_company uuid, of_ticket uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.ticket_words (company_id, id, month, words, words_with_notes)
    select t.company_id, t.id, public.month_of(t.updated_at), w.words, case when m.notes is not null then w.words || public.many_words(m.notes) end
    from public.tickets t
    cross join lateral (
      -- As much of a long conversation as there is room for, the newest first.
      select string_agg(left(body, 20000), ' ' order by created_at desc) filter (where kind = 'reply') as replies,
        string_agg(left(body, 20000), ' ' order by created_at desc) filter (where kind = 'note') as notes
      from public.messages where company_id = t.company_id and ticket_id = t.id and kind <> 'event') as m
    cross join lateral (select public.search_words(t.subject || ' ' || left(t.description, 19000))
      || public.many_words(coalesce(m.replies, '')) as words) as w
    where t.company_id = of_company and t.id = of_ticket
  on conflict (company_id, id) do update set month = excluded.month, words = excluded.words, words_with_notes = excluded.words_with_notes;
  insert into derived.unlearned select of_company, of_ticket where exists (
    select from public.tickets where company_id = of_company and id = of_ticket) on conflict do nothing;
end $$;


create function keep_ticket_words() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    insert into ticket_words (company_id, id, month, words)
      values (new.company_id, new.id, month_of(new.updated_at), search_words(new.subject || ' ' || left(new.description, 19000)));
    insert into derived.unlearned values (new.company_id, new.id) on conflict do nothing;
  else perform write_words(new.company_id, new.id); end if;
  return null;
end $$;
create trigger tickets_words_new after insert on tickets for each row execute function keep_ticket_words();
create trigger tickets_words after update of subject, description on tickets for each row
  when (old.subject is distinct from new.subject or old.description is distinct from new.description)
  execute function keep_ticket_words();

create function keep_ticket_month() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update ticket_words set month = month_of(new.updated_at) where company_id = new.company_id and id = new.id;
  return null;
end $$;
create trigger tickets_month after update of updated_at on tickets for each row
  when (month_of(old.updated_at) <> month_of(new.updated_at)) execute function keep_ticket_month();

create function keep_message_words() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    perform write_words(old.company_id, old.ticket_id);
    return null;
  end if;
  begin
    update ticket_words set
        words = case when new.kind = 'reply' then words || added else words end,
        words_with_notes = case when new.kind = 'note' or words_with_notes is not null then coalesce(words_with_notes, words) || added end
      from search_words(new.body) as added
      where company_id = new.company_id and id = new.ticket_id;
  exception when program_limit_exceeded then
    -- More words than one row holds: the oldest make room.
    perform write_words(new.company_id, new.ticket_id);
  end;
  insert into derived.unlearned values (new.company_id, new.ticket_id) on conflict do nothing;
  return null;
end $$;
create trigger messages_words_new after insert on messages for each row when (new.kind <> 'event' and new.body <> '')
  execute function keep_message_words();
-- Once per ticket, however many messages a merge or a split moves.
create function keep_words_of_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform write_words(company_id, ticket_id) from (
    select b.company_id, unnest(array[b.ticket_id, a.ticket_id]) as ticket_id
    from before_change b join after_change a on a.company_id = b.company_id and a.id = b.id
    where b.kind <> 'event' and (b.body is distinct from a.body or b.ticket_id is distinct from a.ticket_id)
    group by 1, 2 order by 1, 2) as changed;
  return null;
end $$;
create trigger messages_words after update on messages referencing old table as before_change new table as after_change
  for each statement execute function keep_words_of_changed();
create trigger messages_words_gone after delete on messages for each row when (old.kind <> 'event') execute function keep_message_words();

select write_words(company_id, id) from tickets;

-- Enters the words of tickets into the dictionaries; gives how many tickets it was.
create function learn_words(at_most integer) returns integer language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  taken integer;
begin
  create temporary table if not exists learning (company_id uuid, id uuid) on commit delete rows;
  delete from pg_temp.learning;
  with gone as (delete from derived.unlearned u using (
      select company_id, id from derived.unlearned limit at_most for update skip locked) as picked
    where u.company_id = picked.company_id and u.id = picked.id returning u.company_id, u.id)
  insert into pg_temp.learning select company_id, id from gone;
  get diagnostics taken = row_count;
  with texts as (
    select t.company_id, true as open, t.subject || ' ' || left(t.description, 19000) as body
      from pg_temp.learning join public.tickets t using (company_id, id)
    union all
    select m.company_id, m.kind = 'reply', left(m.body, 20000)
      from pg_temp.learning l join public.messages m on m.company_id = l.company_id and m.ticket_id = l.id and m.kind <> 'event')
  , found as (
    select company_id, word, bool_or(open) as open
    from texts, unnest(string_to_array(public.search_text(body), ' ')) as word
    -- Words that people spell: no numbers, no keys, no signs.
    where length(word) between 3 and 40 and word !~ '[0-9]' and public.sign_pairs(word) is null
    group by company_id, word)
  , of_all as (
    insert into derived.words_of_all select distinct word from found order by word on conflict do nothing)
  insert into derived.words as w select company_id, word, open from found order by company_id, word
    on conflict (company_id, word) do update set open = true where excluded.open and not w.open;
  return taken;
end $$;
revoke all on function learn_words(integer), write_words(uuid, uuid) from public;
revoke all on function keep_ticket_words(), keep_ticket_month(), keep_message_words(), keep_words_of_changed() from public;

-- The words that are most like a misspelt one, in what the caller may read: best first. Partners get words of their own
-- company only, and none that stands in notes alone.
create function similar_words(misspelt text, of_company uuid default null) returns setof text
language plpgsql stable security definer set search_path = pg_catalog, public set pg_trgm.similarity_threshold = 0.2 as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  wrong text := public.search_text(left(misspelt, 60));
  letters text[] := array(select l from string_to_table(wrong, null) as l order by l);
  wrongs integer := case when length(wrong) <= 4 then 1 when length(wrong) <= 8 then 2 else 3 end;
  candidates text;
begin
  if length(wrong) < 3 or length(wrong) > 40 then return; end if;
  if staff then own := of_company; end if;
  if own is null and not staff then return; end if;
  candidates := case when own is null then 'select word from derived.words_of_all where '
    else 'select word from derived.words where company_id = $2 and ($3 or open) and ' end;
  candidates := '(' || candidates || 'word % $1 order by similarity($1, word) desc limit 40)'
    -- Short words with a letter wrong in the middle share next to nothing but their beginning.
    || case when length(wrong) <= 5 then ' union (' || candidates
      || 'word like left($1, 1) || ''%'' and length(word) between length($1) - 1 and length($1) + 1 limit 3000)' else '' end;
  return query execute format('
    select word from (
      select word, $1 = word as same,
        -- Two letters changed places: one error. A word whose end is not typed yet is a little further away.
        least(levenshtein($1, word) - case when array(select l from string_to_table(word, null) as l order by l) = $4 then 1 else 0 end,
          levenshtein($1, left(word, length($1))) + case when word = left(word, length($1)) then 0 else 0.5 end) as errors,
        similarity($1, word) as alike
      from (%s) as picked) as ranked
    where not same and errors <= $5 and errors < length($1) * 0.5 order by errors, alike desc, word limit 3', candidates)
    using wrong, own, staff, letters, wrongs;
end $$;

-- The words with those that nobody has ever written replaced by the most alike; null when there is nothing to mend.
create function mend_words(typed text, of_company uuid default null) returns text
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  tokens text[] := (string_to_array(nullif(public.search_text(left(typed, 400)), ''), ' '))[1:12];
  mended text[] := '{}';
  changed boolean := false;
  token text;
  known boolean;
  better text;
begin
  if staff then own := of_company; elsif own is null then return null; end if;
  foreach token in array coalesce(tokens, '{}') loop
    known := length(token) < 3 or token ~ '[0-9]' or case
      when own is null then exists (select from derived.words_of_all where word = token)
      else exists (select from derived.words where company_id = own and word = token and (staff or open)) end;
    if not known then
      select s into better from public.similar_words(token, own) as s limit 1;
      if better is not null then changed := true; end if;
    end if;
    mended := mended || case when known then token else coalesce(better, token) end;
    better := null;
  end loop;
  return case when changed then array_to_string(mended, ' ') end;
end $$;

-- How many tickets the planner expects to have the words: it has counted the frequent ones.
create function guess_tickets(query tsquery) returns float8 language plpgsql volatile set search_path = public as $$
declare
  plan json;
begin
  execute format('explain (format json) select from ticket_words where words @@ %L::tsquery', query) into plan;
  return plan->0->'Plan'->>'Plan Rows';
end $$;
revoke all on function guess_tickets(tsquery) from public;

-- Tickets that have the words, at most so many and in no order. `@@` is not leakproof, so under row-level security it
-- could not use the index: this runs as the owner and draws the tenant's line itself. Staff may name a company; a tenant
-- always gets the own one. With `until`, only those that were last changed in its month or the one before.
drop function find_tickets(text, uuid, bigint);
create function find_tickets(query tsquery, of_company uuid default null, at_most integer default null, until timestamptz default null) returns setof uuid
language plpgsql stable security definer set search_path = public
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
  foreach words in array case when staff then array['words', 'words_with_notes'] else array['words'] end loop
    foreach month in array case when until is null or apart then array[null::integer] else array[month_of(until), month_of(until) - 1] end loop
      ways := ways || concat_ws(' and ',
        case when whole is null then words || ' @@ $1' else format('%I @@ %L::tsquery and (%I @@ $1) is true', words, whole, words) end, 'company_id = ' || quote_literal(own), 'month = ' || month);
    end loop;
  end loop;
  return query execute 'select id from ticket_words where ((' || array_to_string(ways, ') or (') || '))'
    || case when apart then format(' and (month = %s or month = %s)', month_of(until), month_of(until) - 1) else '' end || ' limit $2' using query, at_most;
end $$;
revoke all on function find_tickets(tsquery, uuid, integer, timestamptz), similar_words(text, uuid), mend_words(text, uuid) from public;
grant execute on function find_tickets(tsquery, uuid, integer, timestamptz), mend_words(text, uuid) to portal_tenant, portal_staff;

-- What nobody has, in the order of the lists.
create index tickets_of_nobody on tickets (updated_at desc, id desc) where assignee_id is null;
-- Nearly everything that is nobody's is new: who takes the two for independent expects next to nothing there.
create statistics tickets_standing (mcv) on status, assignee_id from tickets;
alter statistics tickets_standing set statistics 500;

drop index tickets_by_words;
drop index messages_by_words;
alter table tickets drop column tsv;
alter table messages drop column tsv;

-- ---- People, companies, clients and leads by name

alter table profiles add column search text not null generated always as (
  ' ' || fold_text(full_name) || ' ' || fold_text(email) || ' ') stored;
create index profiles_by_search on profiles using gin (company_id, search gin_trgm_ops);
alter table companies add column search text not null generated always as (
  ' ' || fold_text(name) || ' ' || slug || ' ' || fold_text(coalesce(website, '')) || ' ') stored;
create index companies_by_search on companies using gin (search gin_trgm_ops);
alter table leads add column search text not null generated always as (
  ' ' || fold_text(coalesce(name, '')) || ' ' || fold_text(coalesce(organization, '')) || ' ' || fold_text(coalesce(email, '')) || ' ' || coalesce(phone, '') || ' ') stored;
create index leads_by_search on leads using gin (search gin_trgm_ops) where merged_into is null;

-- The words of a name as they are between blanks, and how it begins: both served by indexes when somebody looks through
-- the people of all companies, where letters by threes are in far too many names.
create function name_words(text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array(select left(word, 200) from string_to_table($1, ' ') as word where word <> ''));
create index contacts_by_word on contacts using gin (name_words(search)) where archived_at is null;
create index clients_by_word on clients using gin (name_words(search)) where archived_at is null;
create index profiles_by_word on profiles using gin (name_words(search)) where deactivated_at is null;
create index companies_by_word on companies using gin (name_words(search));
create index leads_by_word on leads using gin (name_words(search)) where merged_into is null;
create index contacts_by_beginning on contacts (left(search, 60) text_pattern_ops) where archived_at is null;
create index clients_by_beginning on clients (left(search, 60) text_pattern_ops) where archived_at is null;
create index profiles_by_beginning on profiles (left(search, 60) text_pattern_ops) where deactivated_at is null;
create index companies_by_beginning on companies (left(search, 60) text_pattern_ops);
create index leads_by_beginning on leads (left(search, 60) text_pattern_ops) where merged_into is null;

-- Who or what has a name like this: whole words first, then beginnings of words, then what stands within a word, and only
-- where there is nothing of that what is spelt alike. Reads no more than it gives by much, however many there are.
create function find_by_name(book text, typed text, at_most integer) returns table (id uuid, rank integer, loose boolean)
language plpgsql stable security definer rows 10 set search_path = public
  -- A limit makes a scan of the whole table look cheap, which it is not where there is little to find.
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  needle text := left(btrim(regexp_replace(fold_text(typed), '\s+', ' ', 'g')), 100);
  -- Quoted for a tsquery.
  words text[] := array(select $q$'$q$ || replace(replace(word, '\', '\\'), $q$'$q$, $q$''$q$) || $q$'$q$
    from string_to_table(needle, ' ') with ordinality as w(word, n) where n <= 6 order by n);
  -- The beginnings of the words, quoted.
  starts text[] := array(select $q$'$q$ || replace(replace(left(word, 3), '\', '\\'), $q$'$q$, $q$''$q$) || $q$':*$q$
    from string_to_table(needle, ' ') with ordinality as w(word, n) where n <= 6 order by n);
  tokens text[] := (string_to_array(replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_'), ' '))[1:6];
  line text;
  ways text[];
  way text;
  found uuid[] := '{}';
  more uuid[];
  -- By likeness only.
  spelt boolean := false;
begin
  if book not in ('contacts', 'clients', 'profiles', 'companies', 'leads') then
    raise exception 'find_by_name: no such book' using errcode = 'invalid_parameter_value';
  end if;
  if needle = '' or not staff and (own is null or book in ('companies', 'leads')) then return; end if;
  line := case when staff then 'true' else 'company_id = $2' end
    || case book when 'contacts' then ' and archived_at is null' when 'clients' then ' and archived_at is null'
      when 'profiles' then ' and deactivated_at is null' when 'leads' then ' and merged_into is null' else '' end;
  if staff then
    ways := array[
      format('name_words(search) @@ %L::tsquery', array_to_string(words, ' & ')),
      format('left(search, 60) like %L', ' ' || replace(replace(replace(left(needle, 55), '\', '\\'), '%', '\%'), '_', '\_') || '%'),
      format('name_words(search) @@ %L::tsquery', array_to_string(words, ':* & ') || ':*')];
  else
    ways := array[
      (select string_agg(format('search like %L', '% ' || token || ' %'), ' and ') from unnest(tokens) as token),
      null,
      (select string_agg(format('search like %L', '% ' || token || '%'), ' and ') from unnest(tokens) as token)];
  end if;
  ways := ways || array[
    (select string_agg(format('search like %L', '%' || token || '%'), ' and ') from unnest(tokens) as token
      having bool_and(length(token) >= 3)),
    -- Spelt alike: by how its words begin, the first 500 of those. Comparing every name would not end in time.
    case when length(needle) < 4 then null
      when staff then format('name_words(search) @@ %L::tsquery', array_to_string(starts, ' & '))
      else (select string_agg(format('search like %L', '% ' || rtrim(left(token, 3), '\') || '%'), ' and ') from unnest(tokens) as token) end];
  for at in 1 .. 5 loop
    way := ways[at];
    continue when way is null or at = 5 and found <> '{}';
    spelt := at = 5;
    -- How a name begins stands in order: nothing has to be gathered before the first are there.
    perform set_config('enable_indexscan', case at when 2 then 'on' else 'off' end, true),
      set_config('enable_bitmapscan', case at when 2 then 'off' else 'on' end, true);
    execute format('select array_agg(id) from (select id from (select id, search from %I where %s and %s limit %s) as picked where %s
      order by starts_with(search, '' '' || $1) desc, word_similarity($1, search) desc, length(search), id limit $3) as best', book, line, way,
      case when spelt then 500 else 60 end, case when spelt then 'word_similarity($1, search) >= 0.5' else 'true' end)
      into more using needle, own, at_most;
    found := found || array(select m from unnest(more) with ordinality as m(m, n) where m <> all (found) order by n);
    exit when cardinality(found) >= at_most;
  end loop;
  return query select f.id, f.n::integer, spelt from unnest(found[1:at_most]) with ordinality as f(id, n);
end $$;
revoke all on function find_by_name(text, text, integer) from public;
grant execute on function find_by_name(text, text, integer) to portal_tenant, portal_staff;

-- ---- Totals

-- How many tickets of all companies are in each status, in shares: transactions at the same time write different ones.
create table derived.ticket_totals (
  share integer not null,
  status text not null,
  count bigint not null default 0,
  unassigned bigint not null default 0,
  primary key (share, status)
) with (fillfactor = 50);

-- Of those, how many are nobody's.
alter table ticket_counts add unassigned bigint not null default 0;
update ticket_counts c set unassigned = (select count(*) from tickets t where t.company_id = c.company_id and t.status = c.status and t.assignee_id is null);
insert into derived.ticket_totals (share, status, count, unassigned) select 0, status, sum(count), sum(unassigned) from ticket_counts group by status;

create or replace function count_ticket() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    if old.status = new.status and (old.assignee_id is null) = (new.assignee_id is null) then return null; end if;
  end if;
  -- Both rows in one statement and in one order: two tickets changing in opposite directions must not wait for each other.
  with moved as (
    select company_id, status, sum(change) as count, sum(idle) as unassigned from (
      select new.company_id, new.status, 1, (new.assignee_id is null)::int where tg_op <> 'DELETE'
      union all select old.company_id, old.status, -1, -(old.assignee_id is null)::int where tg_op <> 'INSERT') as m (company_id, status, change, idle)
    group by company_id, status having sum(change) <> 0 or sum(idle) <> 0 order by company_id, status)
  , of_all as (
    insert into derived.ticket_totals (share, status, count, unassigned)
      select pg_backend_pid() % 64, status, count, unassigned from moved order by status
    on conflict (share, status) do update set count = ticket_totals.count + excluded.count, unassigned = ticket_totals.unassigned + excluded.unassigned)
  insert into ticket_counts (company_id, status, count, unassigned) select company_id, status, count, unassigned from moved
  on conflict (company_id, status) do update set count = ticket_counts.count + excluded.count, unassigned = ticket_counts.unassigned + excluded.unassigned;
  return null;
end $$;
drop trigger tickets_count on tickets;
create trigger tickets_count after insert or delete or update of status, assignee_id on tickets for each row execute function count_ticket();

create function ticket_totals() returns table (status text, count bigint, unassigned bigint)
language sql stable security definer set search_path = public as $$
  select status, sum(count)::bigint, sum(unassigned)::bigint from derived.ticket_totals
  where session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null group by status
$$;
revoke all on function ticket_totals() from public;
grant execute on function ticket_totals() to portal_staff;
