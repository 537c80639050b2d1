-- Stores a batch of runs of an automation, each external id once, and adds them to their days. All or nothing. Returns
-- null for an unknown automation; otherwise the result of each run, or why the batch was rejected: `retired`, unknown
-- `clients` (their positions), or ids that were sent before with another result (`changed`). In SQL because automations
-- send hundreds of runs together, and each id must count once under concurrent calls.
create or replace function store_runs(installation uuid, sent jsonb) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  automation record;
  refused jsonb;
  answer jsonb;
  taken record;
  look boolean;
  tell boolean;
begin
  -- Batches of one automation run one after the other.
  select i.company_id, i.id, i.status, i.time_zone, i.minutes_per_run, i.look_at, i.told_at into automation
    from public.installations i where i.id = installation for no key update;
  if not found then return null; end if;
  if automation.status = 'retired' then return '{"retired": true}'; end if;

  select jsonb_build_object('clients', jsonb_agg(run.position order by run.position)) into refused
    from jsonb_to_recordset(sent) as run(position integer, client_id uuid)
    where run.client_id is not null and not exists (
      select from public.shared_clients c where c.company_id = automation.company_id and c.id = run.client_id)
    having count(*) > 0;
  if refused is not null then return refused; end if;

  perform public.need_run_month(months.month) from (
    select distinct date_trunc('month', run.started_at, 'UTC') as month
    from jsonb_to_recordset(sent) as run(started_at timestamptz)) as months;

  with
  -- The first report of each id.
  first as materialized (
    select distinct on (run.external_id) run.*
    from jsonb_to_recordset(sent) as run(position integer, id uuid, external_id text, status text, started_at timestamptz,
      finished_at timestamptz, minutes_saved integer, client_id uuid, message text, output jsonb)
    order by run.external_id, run.position),
  -- Every report, if an id is in the batch more than once.
  again as materialized (
    select run.external_id, run.status, run.started_at
    from jsonb_to_recordset(sent) as run(external_id text, status text, started_at timestamptz)
    where (select count(*) from first) < jsonb_array_length(sent)),
  known as materialized (
    select key.external_id, key.run_id, key.started_at, run.status
    from public.run_keys key join first on first.external_id = key.external_id
    left join public.runs run on run.company_id = automation.company_id and run.installation_id = automation.id
      and run.started_at = key.started_at and run.id = key.run_id
    where key.company_id = automation.company_id and key.installation_id = automation.id),
  changed as materialized (
    select first.external_id from first join known on known.external_id = first.external_id
    where known.status <> first.status or not public.may_be_one_run(known.started_at, first.started_at)
    union
    select again.external_id from again join first on first.external_id = again.external_id
    where again.status <> first.status or not public.may_be_one_run(again.started_at, first.started_at)),
  fresh as materialized (
    select first.*,
      coalesce(first.minutes_saved, case when first.status = 'succeeded' then automation.minutes_per_run else 0 end) as minutes
    from first left join known on known.external_id = first.external_id
    where known.external_id is null and not exists (select from changed)),
  kept as (
    insert into public.run_keys (company_id, installation_id, external_id, run_id, started_at)
    select automation.company_id, automation.id, fresh.external_id, fresh.id, fresh.started_at from fresh),
  written as (
    insert into public.runs (company_id, installation_id, id, external_id, status, started_at, finished_at, minutes_saved,
      client_id, message, output)
    select automation.company_id, automation.id, fresh.id, fresh.external_id, fresh.status, fresh.started_at, fresh.finished_at,
      fresh.minutes, fresh.client_id, fresh.message, fresh.output
    from fresh),
  summed as (
    insert into public.run_days as run_day (company_id, installation_id, day, client_id, succeeded, failed, skipped,
      minutes_saved, seconds)
    select automation.company_id, automation.id, (fresh.started_at at time zone automation.time_zone)::date, fresh.client_id,
      count(*) filter (where fresh.status = 'succeeded'), count(*) filter (where fresh.status = 'failed'),
      count(*) filter (where fresh.status = 'skipped'), sum(fresh.minutes),
      sum(extract(epoch from fresh.finished_at - fresh.started_at)::bigint)
    from fresh group by 3, 4
    on conflict on constraint run_days_key do update set succeeded = run_day.succeeded + excluded.succeeded,
      failed = run_day.failed + excluded.failed, skipped = run_day.skipped + excluded.skipped,
      minutes_saved = run_day.minutes_saved + excluded.minutes_saved, seconds = run_day.seconds + excluded.seconds),
  last as (
    select fresh.finished_at, fresh.status from fresh order by fresh.finished_at desc, fresh.started_at desc limit 1)
  select
    (select count(*) from fresh) as fresh,
    (select count(*) from fresh where fresh.status = 'failed') as failed,
    (select min(fresh.finished_at) from fresh where fresh.status = 'succeeded') as success,
    (select last.finished_at from last) as last_at,
    (select last.status from last) as last_status,
    (select jsonb_agg(changed.external_id order by changed.external_id) from changed) as changed,
    (select jsonb_agg(jsonb_build_object('id', coalesce(known.run_id, first.id), 'externalId', run.external_id,
        'state', case when known.run_id is null and first.position = run.position then 'accepted' else 'repeated' end)
        order by run.position)
      from jsonb_to_recordset(sent) as run(position integer, external_id text)
        join first on first.external_id = run.external_id
        left join known on known.external_id = run.external_id) as runs
    into taken;
  if taken.changed is not null then return jsonb_build_object('changed', taken.changed); end if;
  answer := jsonb_build_object('runs', taken.runs);
  if taken.fresh = 0 then return answer; end if;

  look := automation.look_at is null and (automation.status = 'failing'
    or (automation.status = 'live' and taken.failed > 0)
    or (automation.status = 'provisioning' and taken.success is not null));
  tell := public.may_notify_of_runs(automation.told_at);
  update public.installations i set
    last_run_at = greatest(i.last_run_at, taken.last_at),
    last_run_status = case when i.last_run_at > taken.last_at then i.last_run_status else taken.last_status end,
    first_success_at = least(i.first_success_at, taken.success),
    look_at = case when look then now() else i.look_at end,
    told_at = case when tell then clock_timestamp() else i.told_at end,
    untold = not tell
    where i.company_id = automation.company_id and i.id = automation.id;
  if tell then perform public.publish_runs(automation.company_id, automation.id); end if;
  return answer || jsonb_build_object('companyId', automation.company_id, 'look', look, 'untold', not tell);
end $$;
revoke all on function store_runs(uuid, jsonb) from public;
grant execute on function store_runs(uuid, jsonb) to portal_tenant, portal_staff;
