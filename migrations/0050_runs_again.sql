-- A run that is sent again is the same when it ended in the same way at about the same time: senders that try again look at the
-- clock again and word their message anew. What was said first stays. Two different runs under one id are still told apart, and
-- refused: by how they ended, or by a time that lies further away than anybody tries again.
create function may_be_one_run(timestamptz, timestamptz) returns boolean language sql immutable strict parallel safe
  return $1 - $2 between interval '-15 minutes' and interval '15 minutes';
revoke all on function may_be_one_run(timestamptz, timestamptz) from public;
grant execute on function may_be_one_run(timestamptz, timestamptz) to portal_tenant, portal_staff;

-- As it was in 0046, but for the way in which it knows a run again.
create or replace function take_runs(installation uuid, sent jsonb) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  i record;
  refused jsonb;
  answer jsonb;
  taken record;
  look boolean;
  tell boolean;
begin
  -- One batch of an automation after the other.
  select x.company_id, x.id, x.status, x.time_zone, x.minutes_per_run, x.look_at, x.told_at into i
    from public.installations x where x.id = installation for no key update;
  if not found then return null; end if;
  if i.status = 'retired' then return '{"retired": true}'; end if;

  select jsonb_build_object('clients', jsonb_agg(s.n order by s.n)) into refused
    from jsonb_to_recordset(sent) as s(n integer, c uuid)
    where s.c is not null and not exists (select from public.clients l where l.company_id = i.company_id and l.id = s.c)
    having count(*) > 0;
  if refused is not null then return refused; end if;

  perform public.need_run_month(m.month) from (
    select distinct date_trunc('month', s.b, 'UTC') as month from jsonb_to_recordset(sent) as s(b timestamptz)) as m;

  with s as materialized (
    select distinct on (x.e) x.*
    from jsonb_to_recordset(sent) as x(n integer, id uuid, e text, s text, b timestamptz, f timestamptz, m integer, c uuid, t text, o jsonb)
    order by x.e, x.n),
  again as materialized (
    select x.e, x.s, x.b
    from jsonb_to_recordset(sent) as x(e text, s text, b timestamptz)
    where (select count(*) from s) < jsonb_array_length(sent)),
  known as materialized (
    select k.external_id, k.run_id, k.started_at, r.status from public.run_keys k join s on s.e = k.external_id
    left join public.runs r on r.company_id = i.company_id and r.installation_id = i.id and r.started_at = k.started_at and r.id = k.run_id
    where k.company_id = i.company_id and k.installation_id = i.id),
  changed as materialized (
    select s.e from s join known k on k.external_id = s.e where k.status <> s.s or not public.may_be_one_run(k.started_at, s.b)
    union select a.e from again a join s on s.e = a.e where a.s <> s.s or not public.may_be_one_run(a.b, s.b)),
  fresh as materialized (
    select s.* from s left join known k on k.external_id = s.e where k.external_id is null and not exists (select from changed)),
  kept as (
    insert into public.run_keys (company_id, installation_id, external_id, run_id, started_at)
    select i.company_id, i.id, f.e, f.id, f.b from fresh f),
  written as (
    insert into public.runs (company_id, installation_id, id, external_id, status, started_at, finished_at, minutes_saved, client_id, message, output)
    select i.company_id, i.id, f.id, f.e, f.s, f.b, f.f, coalesce(f.m, case when f.s = 'succeeded' then i.minutes_per_run else 0 end), f.c, f.t, f.o
    from fresh f),
  summed as (
    insert into public.run_days as d (company_id, installation_id, day, client_id, succeeded, failed, skipped, minutes_saved, seconds)
    select i.company_id, i.id, (f.b at time zone i.time_zone)::date, f.c,
      count(*) filter (where f.s = 'succeeded'), count(*) filter (where f.s = 'failed'), count(*) filter (where f.s = 'skipped'),
      sum(coalesce(f.m, case when f.s = 'succeeded' then i.minutes_per_run else 0 end)), sum(extract(epoch from f.f - f.b)::bigint)
    from fresh f group by 3, 4
    on conflict on constraint run_days_key do update set succeeded = d.succeeded + excluded.succeeded, failed = d.failed + excluded.failed,
      skipped = d.skipped + excluded.skipped, minutes_saved = d.minutes_saved + excluded.minutes_saved, seconds = d.seconds + excluded.seconds),
  last as (select f.f as at, f.s as status from fresh f order by f.f desc, f.b desc limit 1)
  select (select count(*) from fresh) as fresh, (select count(*) from fresh where fresh.s = 'failed') as failed,
    (select min(fresh.f) from fresh where fresh.s = 'succeeded') as success, (select at from last) as last_at, (select status from last) as last_status,
    (select jsonb_agg(c.e order by c.e) from changed c) as changed,
    (select jsonb_agg(jsonb_build_object('id', coalesce(k.run_id, s.id), 'externalId', x.e,
        'state', case when k.run_id is null and s.n = x.n then 'accepted' else 'repeated' end) order by x.n)
      from jsonb_to_recordset(sent) as x(n integer, e text) join s on s.e = x.e left join known k on k.external_id = x.e) as runs
    into taken;
  if taken.changed is not null then return jsonb_build_object('changed', taken.changed); end if;
  answer := jsonb_build_object('runs', taken.runs);
  if taken.fresh = 0 then return answer; end if;

  look := i.look_at is null and (i.status = 'failing' or (i.status = 'live' and taken.failed > 0)
    or (i.status = 'provisioning' and taken.success is not null));
  tell := public.runs_may_be_told(i.told_at);
  update public.installations x set
    last_run_at = greatest(x.last_run_at, taken.last_at),
    last_run_status = case when x.last_run_at > taken.last_at then x.last_run_status else taken.last_status end,
    first_success_at = least(x.first_success_at, taken.success),
    look_at = case when look then now() else x.look_at end,
    told_at = case when tell then clock_timestamp() else x.told_at end,
    untold = not tell
    where x.company_id = i.company_id and x.id = i.id;
  if tell then perform public.say_runs(i.company_id, i.id); end if;
  return answer || jsonb_build_object('companyId', i.company_id, 'look', look, 'untold', not tell);
end $$;
alter table run_keys drop column checksum;
drop function run_checksum(text, timestamptz, timestamptz, integer, uuid, text, jsonb);
