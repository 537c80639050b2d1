-- Timers on tasks; words of projects that are put right; what engineers resolved, by day.

-- ---- timers: on a ticket or on a task, still one for each person
alter table timers
  alter ticket_id drop not null,
  add task_id uuid,
  add foreign key (company_id, task_id) references project_tasks (company_id, id),
  add constraint timers_subject check (num_nonnulls(ticket_id, task_id) = 1);
create index timers_of_task on timers (company_id, task_id) where task_id is not null;

-- ---- comments and updates: whoever wrote them may put them right for some minutes, as replies of tickets
alter table project_comments
  add version integer not null default 1,
  add edited_at timestamptz;
alter table project_updates
  add version integer not null default 1,
  add edited_at timestamptz;
grant update (body, version, edited_at) on project_comments to portal_tenant, portal_staff;
grant update (body, health, version, edited_at) on project_updates to portal_staff;
-- A partner is fenced off from notes already; of the comments only own ones are theirs to change.
create function partners_edit_own_comments() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'portal_tenant' and old.author_id::text is distinct from current_setting('app.user_id', true) then
    raise exception 'a partner puts right only own words' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger project_comments_own before update on project_comments for each row execute function partners_edit_own_comments();

-- What a comment or an update said before.
create table project_text_versions (
  company_id uuid not null,
  id uuid not null,
  comment_id uuid,
  update_id uuid,
  body text not null check (length(body) <= 10000),
  -- Since when it had said this.
  written_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, comment_id) references project_comments (company_id, id) on delete cascade,
  foreign key (company_id, update_id) references project_updates (company_id, id) on delete cascade,
  constraint project_text_versions_of check (num_nonnulls(comment_id, update_id) = 1)
);
create index project_text_versions_of_comment on project_text_versions (company_id, comment_id, replaced_at, id) where comment_id is not null;
create index project_text_versions_of_update on project_text_versions (company_id, update_id, replaced_at, id) where update_id is not null;
call fence('project_text_versions');
grant insert on project_text_versions to portal_tenant;
grant select, insert on project_text_versions to portal_staff;

-- ---- runs by month, so that a year of thousands of runs a day is read in a few rows
create table run_months (
  company_id uuid not null,
  installation_id uuid not null,
  -- Its first day.
  month date not null check (month = date_trunc('month', month)::date),
  succeeded integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  minutes_saved bigint not null default 0,
  primary key (company_id, installation_id, month),
  foreign key (company_id, installation_id) references installations (company_id, id)
);
create index run_months_by_month on run_months (month, company_id);
call fence('run_months');
grant select on run_months to portal_tenant, portal_staff;
-- Whatever changes a day changes its month in the same statement. Batches of one automation come one after the other
-- (`take_runs`), so nobody waits here who did not wait before.
create function keep_run_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into run_months as m (company_id, installation_id, month, succeeded, failed, skipped, minutes_saved)
      select n.company_id, n.installation_id, date_trunc('month', n.day)::date, sum(n.succeeded), sum(n.failed), sum(n.skipped), sum(n.minutes_saved)
      from new_days n group by 1, 2, 3 order by 1, 2, 3
      on conflict (company_id, installation_id, month) do update set succeeded = m.succeeded + excluded.succeeded, failed = m.failed + excluded.failed,
        skipped = m.skipped + excluded.skipped, minutes_saved = m.minutes_saved + excluded.minutes_saved;
    return null;
  end if;
  insert into run_months as m (company_id, installation_id, month, succeeded, failed, skipped, minutes_saved)
    select d.company_id, d.installation_id, date_trunc('month', d.day)::date, sum(d.succeeded), sum(d.failed), sum(d.skipped), sum(d.minutes_saved)
    from (select company_id, installation_id, day, succeeded, failed, skipped, minutes_saved from new_days
      union all select company_id, installation_id, day, -succeeded, -failed, -skipped, -minutes_saved from old_days) d
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (company_id, installation_id, month) do update set succeeded = m.succeeded + excluded.succeeded, failed = m.failed + excluded.failed,
      skipped = m.skipped + excluded.skipped, minutes_saved = m.minutes_saved + excluded.minutes_saved;
  return null;
end $$;
create function drop_run_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update run_months m set succeeded = m.succeeded - d.succeeded, failed = m.failed - d.failed, skipped = m.skipped - d.skipped,
      minutes_saved = m.minutes_saved - d.minutes_saved
    from (select company_id, installation_id, date_trunc('month', day)::date as month, sum(succeeded) as succeeded, sum(failed) as failed,
      sum(skipped) as skipped, sum(minutes_saved) as minutes_saved from old_days group by 1, 2, 3) d
    where m.company_id = d.company_id and m.installation_id = d.installation_id and m.month = d.month;
  return null;
end $$;
create trigger run_days_month_new after insert on run_days referencing new table as new_days for each statement execute function keep_run_months();
create trigger run_days_month after update on run_days referencing old table as old_days new table as new_days for each statement execute function keep_run_months();
create trigger run_days_month_gone after delete on run_days referencing old table as old_days for each statement execute function drop_run_months();
insert into run_months (company_id, installation_id, month, succeeded, failed, skipped, minutes_saved)
  select company_id, installation_id, date_trunc('month', day)::date, sum(succeeded), sum(failed), sum(skipped), sum(minutes_saved)
  from run_days group by 1, 2, 3;

-- ---- what engineers resolved, by day in the company's time zone, reckoned with the other figures of a day
create table report_people (
  company_id uuid not null references companies,
  -- To whom the tickets are assigned.
  user_id uuid not null,
  day date not null,
  resolved integer not null,
  primary key (company_id, user_id, day)
);
create index report_people_of_day on report_people (company_id, day);
create index report_people_of_all on report_people (day, company_id);
call fence('report_people');
grant select on report_people to portal_staff;

create function report_resolved(of_company uuid, zone text, days date[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from report_people where company_id = of_company and day = any(days);
  insert into report_people (company_id, user_id, day, resolved)
  select of_company, t.assignee_id, d.day, count(*)
  from (select day, (day::timestamp at time zone zone) - interval '3 hours' as lo, ((day + 1)::timestamp at time zone zone) + interval '3 hours' as hi
      from unnest(days) as day) d
    cross join lateral (select * from tickets x where x.company_id = of_company
      and coalesce(x.resolved_at, x.closed_at) >= d.lo and coalesce(x.resolved_at, x.closed_at) < d.hi offset 0) t
  where t.merged_into is null and t.assignee_id is not null and (coalesce(t.resolved_at, t.closed_at) at time zone zone)::date = d.day
  group by t.assignee_id, d.day
$$;
revoke all on function report_resolved(uuid, text, date[]) from public;
do $$ begin
  execute replace(pg_get_functiondef('report_refresh(uuid)'::regprocedure),
    'perform report_ledger(of_company, zone, days);', 'perform report_ledger(of_company, zone, days);' || chr(10) || '    perform report_resolved(of_company, zone, days);');
end $$;
-- Who is given a resolved ticket afterwards gets what it counts.
create or replace trigger tickets_report after update on tickets for each row when (
  (old.created_at, old.client_id, old.category, old.priority, old.merged_into is null, old.first_response_at, coalesce(old.resolved_at, old.closed_at),
    old.rating, old.rated_at, case when old.first_response_at is not null then old.response_due_at end,
    case when coalesce(old.resolved_at, old.closed_at) is not null then old.resolution_due_at end,
    case when coalesce(old.resolved_at, old.closed_at) is not null then old.sla_paused_ms end,
    case when coalesce(old.resolved_at, old.closed_at) is not null then old.assignee_id end)
  is distinct from
  (new.created_at, new.client_id, new.category, new.priority, new.merged_into is null, new.first_response_at, coalesce(new.resolved_at, new.closed_at),
    new.rating, new.rated_at, case when new.first_response_at is not null then new.response_due_at end,
    case when coalesce(new.resolved_at, new.closed_at) is not null then new.resolution_due_at end,
    case when coalesce(new.resolved_at, new.closed_at) is not null then new.sla_paused_ms end,
    case when coalesce(new.resolved_at, new.closed_at) is not null then new.assignee_id end))
  execute function mark_ticket_reports();
-- All days once more, so that those of before have it too.
insert into report_marks (company_id) select id from companies;
