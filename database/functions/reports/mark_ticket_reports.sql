-- Marks every day on which a changed ticket counts or counted.
create or replace function mark_ticket_reports() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into report_marks (company_id, at) values (new.company_id, new.created_at);
    if coalesce(new.first_response_at, new.resolved_at, new.closed_at, new.rated_at) is null then return null; end if;
    insert into report_marks (company_id, at) select distinct new.company_id, at
      from unnest(array[new.first_response_at, coalesce(new.resolved_at, new.closed_at), new.rated_at]) as at where at <> new.created_at;
    return null;
  end if;
  if tg_op = 'DELETE' then
    insert into report_marks (company_id, at) select distinct old.company_id, at
      from unnest(array[old.created_at, old.first_response_at, coalesce(old.resolved_at, old.closed_at), old.rated_at]) as at where at is not null;
    return null;
  end if;
  insert into report_marks (company_id, at) select distinct new.company_id, at
    from unnest(array[old.created_at, old.first_response_at, coalesce(old.resolved_at, old.closed_at), old.rated_at,
      new.created_at, new.first_response_at, coalesce(new.resolved_at, new.closed_at), new.rated_at]) as at where at is not null;
  -- With another client, category or priority, what happened on other days counts elsewhere.
  if (old.client_id, old.category, old.priority, old.merged_into is null) is distinct from (new.client_id, new.category, new.priority, new.merged_into is null) then
    insert into report_marks (company_id, at)
      select new.company_id, m.created_at from messages m
        where m.company_id = new.company_id and m.ticket_id = new.id and m.kind = 'event' and report_reopens(m.data)
      union
      select new.company_id, l.created_at from time_entries e
        join hour_ledger l on l.company_id = e.company_id and l.entry_id = e.id
        where e.company_id = new.company_id and e.ticket_id = new.id;
  end if;
  return null;
end $$;
