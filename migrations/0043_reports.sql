-- Figures of reports, reckoned per company and day, so that a year of 100,000 tickets is read in a few thousand rows.
--
-- Whatever changes a figure of the past (a late edit, a merge, an hour taken back, another end client) leaves a mark in its
-- own transaction: the instant whose day has to be reckoned anew. `report_refresh` takes the marks of a company and reckons
-- these days from the tickets and the ledger themselves; readers call it first, a job does it for everybody else. A day is
-- always reckoned whole: doing it twice changes nothing.

create table report_marks (
  company_id uuid not null references companies,
  id bigint generated always as identity,
  -- Null: everything of the company, because its days are others now.
  at timestamptz,
  primary key (company_id, id)
);
call fence('report_marks');

-- Tickets by day in the company's time zone. Every ticket is in here once by priority and once by category.
create table report_days (
  company_id uuid not null references companies,
  -- The end client; all zeros: the whole company.
  client_id uuid not null,
  day date not null,
  dimension text not null check (dimension in ('priority', 'category')),
  value text not null,
  opened integer not null default 0,
  resolved integer not null default 0,
  reopened integer not null default 0,
  response_kept integer not null default 0,
  response_missed integer not null default 0,
  resolution_kept integer not null default 0,
  resolution_missed integer not null default 0,
  rated integer not null default 0,
  rating_sum integer not null default 0,
  -- Minutes to the first answer and to the resolution, one number a ticket, so that medians are exact; by priority only.
  responses integer[] not null default '{}',
  resolutions integer[] not null default '{}',
  primary key (company_id, client_id, day, dimension, value)
);
create index report_days_of_day on report_days (company_id, day);
-- For those who look at all companies.
create index report_days_of_all on report_days (day, company_id) where client_id = '00000000-0000-0000-0000-000000000000' and dimension = 'priority';
call fence('report_days');
grant select on report_days to portal_tenant, portal_staff;

-- Minutes of the ledger by day in the company's time zone, and by the category of the ticket they were drawn for.
create table report_hours (
  company_id uuid not null references companies,
  client_id uuid not null,
  day date not null,
  -- 'project' for work on projects, empty for what is no work.
  category text not null,
  added integer not null default 0,
  drawn integer not null default 0,
  expired integer not null default 0,
  taken integer not null default 0,
  overage integer not null default 0,
  primary key (company_id, client_id, day, category)
);
create index report_hours_of_day on report_hours (company_id, day);
call fence('report_hours');
grant select on report_hours to portal_tenant, portal_staff;

-- What days are reckoned from.
create index tickets_by_response on tickets (company_id, first_response_at) where first_response_at is not null;
create index tickets_by_done on tickets (company_id, (coalesce(resolved_at, closed_at))) where coalesce(resolved_at, closed_at) is not null;
create index tickets_by_rating_day on tickets (company_id, rated_at) where rated_at is not null;
create index messages_reopening on messages (company_id, created_at)
  where kind = 'event' and data->>'type' = 'status' and data->>'from' in ('resolved', 'closed');
create index hour_ledger_by_day on hour_ledger (company_id, created_at);
create index time_entries_of_tasks on time_entries (company_id, worked_on) where task_id is not null;

create function report_reopens(data jsonb) returns boolean language sql immutable parallel safe
  return coalesce(data->>'type' = 'status' and data->>'from' in ('resolved', 'closed') and data->>'to' not in ('resolved', 'closed'), false);

-- ---- marks ----
create function mark_ticket_reports() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into report_marks (company_id, at) select distinct new.company_id, at
      from unnest(array[new.created_at, new.first_response_at, coalesce(new.resolved_at, new.closed_at), new.rated_at]) as at where at is not null;
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
  -- Whom and what it is about: what happened to it on other days counts elsewhere now.
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
create trigger tickets_report_new after insert or delete on tickets for each row execute function mark_ticket_reports();
-- What is due counts once it was met; until then it moves all the time and is nobody's figure.
create trigger tickets_report after update on tickets for each row when (
  (old.created_at, old.client_id, old.category, old.priority, old.merged_into is null, old.first_response_at, coalesce(old.resolved_at, old.closed_at),
    old.rating, old.rated_at, case when old.first_response_at is not null then old.response_due_at end,
    case when coalesce(old.resolved_at, old.closed_at) is not null then old.resolution_due_at end,
    case when coalesce(old.resolved_at, old.closed_at) is not null then old.sla_paused_ms end)
  is distinct from
  (new.created_at, new.client_id, new.category, new.priority, new.merged_into is null, new.first_response_at, coalesce(new.resolved_at, new.closed_at),
    new.rating, new.rated_at, case when new.first_response_at is not null then new.response_due_at end,
    case when coalesce(new.resolved_at, new.closed_at) is not null then new.resolution_due_at end,
    case when coalesce(new.resolved_at, new.closed_at) is not null then new.sla_paused_ms end))
  execute function mark_ticket_reports();

create function mark_report() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then insert into report_marks (company_id, at) values (old.company_id, old.created_at); end if;
  if tg_op <> 'DELETE' then insert into report_marks (company_id, at) values (new.company_id, new.created_at); end if;
  return null;
end $$;
create trigger messages_report after insert on messages for each row when (new.kind = 'event' and report_reopens(new.data)) execute function mark_report();
create trigger messages_report_moved after update of ticket_id on messages for each row
  when (new.kind = 'event' and old.ticket_id <> new.ticket_id and report_reopens(new.data)) execute function mark_report();
create trigger messages_report_gone after delete on messages for each row when (old.kind = 'event' and report_reopens(old.data)) execute function mark_report();
create trigger hour_ledger_report after insert on hour_ledger for each row execute function mark_report();

create function mark_entry_reports() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into report_marks (company_id, at) select distinct l.company_id, l.created_at from hour_ledger l where l.company_id = new.company_id and l.entry_id = new.id;
  return null;
end $$;
create trigger time_entries_report after update of ticket_id on time_entries for each row
  when (old.ticket_id is distinct from new.ticket_id) execute function mark_entry_reports();

-- Another time zone makes other days of everything; the provider's is that of every company without one.
create function mark_zone_reports() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into report_marks (company_id) values (new.id);
  if new.is_internal then insert into report_marks (company_id) select c.id from companies c where c.time_zone is null and c.id <> new.id; end if;
  return null;
end $$;
create trigger companies_report_zone after update on companies for each row
  when (old.time_zone is distinct from new.time_zone) execute function mark_zone_reports();

-- ---- reckoning ----
-- A day begins and ends where the zone says; three hours on either side are looked through and the day itself decides, so
-- that no change of the clock at midnight puts anything on two days or on none.
-- `offset 0` keeps the days apart: joined as a whole, the planner reads all tickets of the company for a handful of days.
create function report_tickets(of_company uuid, zone text, days date[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with d as materialized (
    select day, (day::timestamp at time zone zone) - interval '3 hours' as lo, ((day + 1)::timestamp at time zone zone) + interval '3 hours' as hi
    from unnest(days) as day),
  facts as (
    select d.day, t.client_id, t.priority, t.category, 1 as opened, 0 as resolved, 0 as reopened, null::integer as response, null::boolean as response_kept,
      null::integer as resolution, null::boolean as resolution_kept, null::integer as rating
    from d cross join lateral (select * from tickets x where x.company_id = of_company and x.created_at >= d.lo and x.created_at < d.hi offset 0) t
    where t.merged_into is null and (t.created_at at time zone zone)::date = d.day
    union all
    select d.day, t.client_id, t.priority, t.category, 0, 0, 0, greatest(0, floor(extract(epoch from t.first_response_at - t.created_at) / 60))::integer,
      t.first_response_at <= t.response_due_at, null, null, null
    from d cross join lateral (select * from tickets x where x.company_id = of_company and x.first_response_at >= d.lo and x.first_response_at < d.hi offset 0) t
    where t.merged_into is null and (t.first_response_at at time zone zone)::date = d.day
    union all
    select d.day, t.client_id, t.priority, t.category, 0, 1, 0, null, null,
      greatest(0, floor((extract(epoch from coalesce(t.resolved_at, t.closed_at) - t.created_at) - t.sla_paused_ms / 1000.0) / 60))::integer,
      coalesce(t.resolved_at, t.closed_at) <= t.resolution_due_at, null
    from d cross join lateral (select * from tickets x where x.company_id = of_company
      and coalesce(x.resolved_at, x.closed_at) >= d.lo and coalesce(x.resolved_at, x.closed_at) < d.hi offset 0) t
    where t.merged_into is null and (coalesce(t.resolved_at, t.closed_at) at time zone zone)::date = d.day
    union all
    select d.day, t.client_id, t.priority, t.category, 0, 0, 0, null, null, null, null, t.rating
    from d cross join lateral (select * from tickets x where x.company_id = of_company and x.rated_at >= d.lo and x.rated_at < d.hi offset 0) t
    where t.merged_into is null and (t.rated_at at time zone zone)::date = d.day
    union all
    select d.day, t.client_id, t.priority, t.category, 0, 0, 1, null, null, null, null, null
    from d cross join lateral (select * from messages x where x.company_id = of_company and x.created_at >= d.lo and x.created_at < d.hi
      and x.kind = 'event' and x.data->>'type' = 'status' and x.data->>'from' in ('resolved', 'closed') offset 0) m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where t.merged_into is null and m.data->>'to' not in ('resolved', 'closed') and (m.created_at at time zone zone)::date = d.day)
  insert into report_days (company_id, client_id, day, dimension, value, opened, resolved, reopened, response_kept, response_missed,
    resolution_kept, resolution_missed, rated, rating_sum, responses, resolutions)
  select of_company, who.client, f.day, dim.dimension, dim.value, sum(f.opened), sum(f.resolved), sum(f.reopened),
    count(*) filter (where f.response_kept), count(*) filter (where not f.response_kept),
    count(*) filter (where f.resolution_kept), count(*) filter (where not f.resolution_kept), count(f.rating), coalesce(sum(f.rating), 0),
    coalesce(array_agg(f.response order by f.response) filter (where f.response is not null and dim.dimension = 'priority'), '{}'),
    coalesce(array_agg(f.resolution order by f.resolution) filter (where f.resolution is not null and dim.dimension = 'priority'), '{}')
  from facts f
    cross join lateral (select '00000000-0000-0000-0000-000000000000'::uuid as client union all select f.client_id where f.client_id is not null) who
    cross join lateral (values ('priority', f.priority), ('category', f.category)) as dim (dimension, value)
  group by who.client, f.day, dim.dimension, dim.value
$$;
revoke all on function report_tickets(uuid, text, date[]) from public;

create function report_ledger(of_company uuid, zone text, days date[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with d as materialized (
    select day, (day::timestamp at time zone zone) - interval '3 hours' as lo, ((day + 1)::timestamp at time zone zone) + interval '3 hours' as hi
    from unnest(days) as day),
  lines as (
    select d.day, l.kind, l.minutes, l.overage, l.entry_id, t.client_id,
      case when l.entry_id is null then '' else coalesce(t.category, 'project') end as category
    from d cross join lateral (select * from hour_ledger x where x.company_id = of_company and x.created_at >= d.lo and x.created_at < d.hi offset 0) l
      left join time_entries e on e.company_id = l.company_id and e.id = l.entry_id
      left join tickets t on t.company_id = e.company_id and t.id = e.ticket_id
    where (l.created_at at time zone zone)::date = d.day)
  insert into report_hours (company_id, client_id, day, category, added, drawn, expired, taken, overage)
  select of_company, who.client, l.day, l.category,
    coalesce(sum(l.minutes) filter (where l.entry_id is null and (l.kind in ('purchase', 'grant') or l.kind = 'adjustment' and l.minutes > 0)), 0),
    -coalesce(sum(l.minutes) filter (where l.entry_id is not null), 0),
    -coalesce(sum(l.minutes) filter (where l.kind = 'expiry' or l.kind = 'reversal' and l.entry_id is null and l.minutes > 0), 0),
    -coalesce(sum(l.minutes) filter (where l.entry_id is null and l.kind in ('reversal', 'adjustment', 'rollover') and (l.minutes < 0 or l.kind = 'rollover')), 0),
    sum(l.overage)
  from lines l
    cross join lateral (select '00000000-0000-0000-0000-000000000000'::uuid as client union all select l.client_id where l.client_id is not null) who
  group by who.client, l.day, l.category
$$;
revoke all on function report_ledger(uuid, text, date[]) from public;

-- Reckons what was marked of a company, newest days first, for about half a second and some days at a time, so that no
-- statement takes long however much is marked; gives how many marked instants are left, 0 when all is reckoned. Whoever comes
-- while another is at it waits for the result.
create function report_refresh(of_company uuid) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at_once constant integer := 10;
  began constant timestamptz := clock_timestamp();
  zone text;
  days date[];
begin
  if session_user = 'portal_tenant' and of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
    or session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is null then
    raise exception 'not a report of this company' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from report_marks where company_id = of_company) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('reports'), hashtext(of_company::text));
  zone := company_zone(of_company);
  if exists (select from report_marks where company_id = of_company and at is null) then
    -- Everything: all days from the first that has or had anything to the last. Only the ends are looked for, so that this is
    -- quick; and until its turn comes a day keeps what it was.
    delete from report_marks where company_id = of_company and at is null;
    insert into report_marks (company_id, at)
      select of_company, (day + interval '12 hours') at time zone zone
      from (
        select min(at) as first, max(at) as last from (
          select unnest(array[min(created_at), max(created_at)]) as at from tickets where company_id = of_company
          union all select unnest(array[min(first_response_at), max(first_response_at)]) from tickets
            where company_id = of_company and first_response_at is not null
          union all select unnest(array[min(coalesce(resolved_at, closed_at)), max(coalesce(resolved_at, closed_at))]) from tickets
            where company_id = of_company and coalesce(resolved_at, closed_at) is not null
          union all select unnest(array[min(rated_at), max(rated_at)]) from tickets where company_id = of_company and rated_at is not null
          union all select unnest(array[min(created_at), max(created_at)]) from messages
            where company_id = of_company and kind = 'event' and data->>'type' = 'status' and data->>'from' in ('resolved', 'closed')
          union all select unnest(array[min(created_at), max(created_at)]) from hour_ledger where company_id = of_company
          union all select unnest(array[min(day), max(day)])::timestamp at time zone zone from report_days where company_id = of_company
          union all select unnest(array[min(day), max(day)])::timestamp at time zone zone from report_hours where company_id = of_company
        ) instants) ends
        cross join lateral generate_series((first at time zone zone)::date - interval '1 day', (last at time zone zone)::date + interval '1 day', '1 day') as day;
  end if;
  loop
    select array_agg(day) into days from (
      select distinct (at at time zone zone)::date as day from report_marks where company_id = of_company order by 1 desc limit at_once) d;
    exit when days is null;
    delete from report_marks where company_id = of_company and (at at time zone zone)::date = any(days);
    delete from report_days where company_id = of_company and day = any(days);
    delete from report_hours where company_id = of_company and day = any(days);
    perform report_tickets(of_company, zone, days);
    perform report_ledger(of_company, zone, days);
    exit when clock_timestamp() - began > interval '500 milliseconds';
  end loop;
  return (select count(*) from report_marks where company_id = of_company);
end $$;
revoke all on function report_refresh(uuid) from public;
grant execute on function report_refresh(uuid) to portal_tenant, portal_staff;

-- The same for the next company that has marks; gives how many companies have any left. For those who look at all of them.
create function report_refresh_next() returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if session_user = 'portal_tenant' then raise exception 'not for partners' using errcode = 'insufficient_privilege'; end if;
  perform report_refresh(company_id) from (select company_id from report_marks order by company_id limit 1) c;
  return (select count(distinct company_id) from report_marks);
end $$;
revoke all on function report_refresh_next() from public;
grant execute on function report_refresh_next() to portal_staff;

insert into report_marks (company_id) select id from companies;

-- ---- papers and mails ----
-- What a PDF was asked for: a company or one of its end clients, and a period. The same question is one row.
create table report_papers (
  company_id uuid not null references companies,
  id uuid not null,
  client_id uuid,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
create unique index report_papers_by_id on report_papers (id);
create unique index report_papers_once on report_papers (company_id, client_id, from_day, to_day) nulls not distinct;
call fence('report_papers');
grant select, insert on report_papers to portal_tenant, portal_staff;
alter table documents drop constraint documents_kind_check,
  add constraint documents_kind_check check (kind in ('invoice', 'agreement', 'report'));

-- The report of the month before, by mail on the first: of the company to its own people, of an end client to contacts there.
create table report_mails (
  company_id uuid not null references companies,
  id uuid not null,
  -- Null: the company itself.
  client_id uuid,
  -- The first month that it tells of, as its first day.
  first_month date not null check (first_month = date_trunc('month', first_month)::date),
  -- Who said that the recipients agreed to get it, and when.
  consent_by uuid references profiles on delete set null,
  consent_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade
);
create unique index report_mails_by_id on report_mails (id);
create unique index report_mails_once on report_mails (company_id, client_id) nulls not distinct;
call fence('report_mails');
grant select, insert, delete, update (consent_by, consent_at, version, updated_at) on report_mails to portal_tenant;
grant select on report_mails to portal_staff;

create table report_recipients (
  company_id uuid not null,
  id uuid not null,
  mail_id uuid not null,
  -- A person of the company, or a contact of the end client.
  user_id uuid references profiles on delete cascade,
  contact_id uuid,
  -- Wanted no more of it.
  left_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, mail_id) references report_mails (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  constraint report_recipients_one check (num_nonnulls(user_id, contact_id) = 1)
);
create unique index report_recipients_by_id on report_recipients (id);
create unique index report_recipients_once on report_recipients (company_id, mail_id, user_id, contact_id) nulls not distinct;
call fence('report_recipients');
grant select, insert, delete on report_recipients to portal_tenant;
grant select, update (left_at) on report_recipients to portal_staff;

-- What went out: each month once to each address.
create table report_sends (
  company_id uuid not null references companies,
  id uuid not null,
  client_id uuid,
  month date not null,
  name text not null,
  email text not null,
  sent_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete set null (client_id)
);
create unique index report_sends_by_id on report_sends (id);
-- By the addressee, not by the row that names them: who is taken off and put on again does not get it twice.
create unique index report_sends_once on report_sends (company_id, client_id, month, email) nulls not distinct;
create index report_sends_of_all on report_sends (sent_at desc, id desc);
create index report_sends_of_company on report_sends (company_id, sent_at desc, id desc);
call fence('report_sends');
grant select on report_sends to portal_tenant;
grant select, insert on report_sends to portal_staff;

alter table findings drop constraint findings_kind_check,
  add constraint findings_kind_check check (kind in ('hours_balance', 'hours_block', 'hours_entry', 'payment_unknown', 'payment_missing', 'payment_amount', 'report_day', 'run_days'));
