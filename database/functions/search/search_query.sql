-- Returns typed text as a query for those words: every word must match. The last one may be a beginning, because it may
-- not be complete yet; with `beginnings` each may. Null without a word. In SQL because it must form words as the index
-- does.
create or replace function search_query(typed text, beginnings boolean default false) returns tsquery
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
      -- Stop words count only if nothing else was typed.
      if stems = '{}' then idle := case when idle is null then part else idle && part end;
      else whole := case when whole is null then part else whole && part end; end if;
    end loop;
  end loop;
  return coalesce(whole, idle);
end $$;
