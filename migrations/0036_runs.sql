-- Runs of automations: taken in one statement each way, however many there are, and watched.

alter table installations
  -- What happened before does not count for whether it fails or keeps silent: it was put live, went on after a pause, or the
  -- interval was set anew.
  add watched_from timestamptz not null default now(),
  -- Somebody has to look whether it fails: a job is on its way since then.
  add look_at timestamptz;
grant update (look_at) on installations to portal_tenant, portal_staff;
create index installations_to_look_at on installations (look_at) where look_at is not null;
create function watch_installation() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.watched_from := now();
  return new;
end $$;
create trigger installations_watched before update on installations for each row
  when (old.status is distinct from new.status or old.expected_minutes is distinct from new.expected_minutes)
  execute function watch_installation();

-- The partition for a run of this moment. Every night those of the next months are made; this is for a product that was switched
-- off for longer than that.
create function need_run_month(moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if to_regclass('public.runs_' || to_char(moment at time zone 'UTC', 'YYYY_MM')) is not null then return; end if;
  if moment < now() - interval '14 months' or moment > now() + interval '1 day' then
    raise exception 'no runs of that month are taken' using errcode = 'check_violation';
  end if;
  perform public.make_run_months((moment at time zone 'UTC')::date, (moment at time zone 'UTC')::date);
end $$;
revoke all on function need_run_month(timestamptz) from public;
grant execute on function need_run_month(timestamptz) to portal_tenant, portal_staff;

-- By what a run that is sent again is known to be the same: everything that was said of it, in the order of the columns.
create function run_checksum(status text, began timestamptz, finished timestamptz, minutes integer, client uuid, message text, output jsonb)
returns bytea language sql stable parallel safe as $$
  select substr(sha256(convert_to(jsonb_build_array(status, extract(epoch from began), extract(epoch from finished), minutes, client, message, output)::text, 'UTF8')), 1, 16)
$$;
revoke all on function run_checksum(text, timestamptz, timestamptz, integer, uuid, text, jsonb) from public;
grant execute on function run_checksum(text, timestamptz, timestamptz, integer, uuid, text, jsonb) to portal_tenant, portal_staff;

-- Takes runs in: [{"n": 0, "id": "…", "e": external id, "s": status, "b": began, "f": finished, "m": minutes saved or null,
-- "c": client or null, "t": message or null, "o": output or null}]. Each external id counts once, however often and in whatever
-- order it is sent; the sums of its day are raised with it. Null: no such automation. Otherwise what was refused, with nothing
-- written: {"retired": true}, {"changed": [external ids]} of those that were sent before, or twice now, with something else,
-- {"clients": [n]} of those with a client that is not the company's; or {"runs": [{"id", "externalId", "state"}]} with "look",
-- whether a job has to be sent that looks at it.
create function take_runs(installation uuid, sent jsonb) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  i record;
  refused jsonb;
  answer jsonb;
  taken record;
  look boolean;
begin
  -- One batch of an automation after the other.
  select x.company_id, x.id, x.status, x.time_zone, x.minutes_per_run, x.look_at into i
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
    select distinct on (x.e) x.*, public.run_checksum(x.s, x.b, x.f, x.m, x.c, x.t, x.o) as checksum
    from jsonb_to_recordset(sent) as x(n integer, id uuid, e text, s text, b timestamptz, f timestamptz, m integer, c uuid, t text, o jsonb)
    order by x.e, x.n),
  again as materialized (
    select x.n, x.e, public.run_checksum(x.s, x.b, x.f, x.m, x.c, x.t, x.o) as checksum
    from jsonb_to_recordset(sent) as x(n integer, e text, s text, b timestamptz, f timestamptz, m integer, c uuid, t text, o jsonb)
    where (select count(*) from s) < jsonb_array_length(sent)),
  known as materialized (
    select k.external_id, k.run_id, k.checksum from public.run_keys k join s on s.e = k.external_id
    where k.company_id = i.company_id and k.installation_id = i.id),
  changed as materialized (
    select s.e from s join known k on k.external_id = s.e where k.checksum <> s.checksum
    union select a.e from again a join s on s.e = a.e where a.checksum <> s.checksum),
  fresh as materialized (
    select s.* from s left join known k on k.external_id = s.e where k.external_id is null and not exists (select from changed)),
  kept as (
    insert into public.run_keys (company_id, installation_id, external_id, run_id, started_at, checksum)
    select i.company_id, i.id, f.e, f.id, f.b, f.checksum from fresh f),
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
  update public.installations x set
    last_run_at = greatest(x.last_run_at, taken.last_at),
    last_run_status = case when x.last_run_at > taken.last_at then x.last_run_status else taken.last_status end,
    first_success_at = least(x.first_success_at, taken.success),
    look_at = case when look then now() else x.look_at end
    where x.company_id = i.company_id and x.id = i.id;
  -- Open pages hear of it; it is kept nowhere, as there may be thousands a second.
  perform pg_notify('presence', json_build_object('id', 0, 'companyId', i.company_id, 'topic', 'automation', 'kind', 'runs',
    'subjectId', i.id, 'actorId', null, 'staffOnly', false)::text);
  return answer || jsonb_build_object('companyId', i.company_id, 'look', look);
end $$;
revoke all on function take_runs(uuid, jsonb) from public;
grant execute on function take_runs(uuid, jsonb) to portal_tenant, portal_staff;

-- Since when the product has been there to hear of runs: after an outage of its own nobody is said to have kept silent in it.
create table feed.listening (
  one boolean primary key default true check (one),
  since timestamptz not null default '-infinity',
  heard_at timestamptz
);
insert into feed.listening default values;
