-- Jobs that a process has started and not finished. What is left of a process that died says which of its jobs may have
-- killed it; a job that was left twice is set aside.
create table auth.job_starts (
  -- The job's id; for a schedule one made of its name, because each run is another job.
  id uuid primary key,
  name text not null,
  starts integer not null default 1 check (starts > 0),
  started_at timestamptz not null default now(),
  -- What the job was told, once it is set aside. Null for one that may run.
  data jsonb,
  is_schedule boolean not null default false
);

-- Adds the kind to those that there are, whichever that is.
do $$
declare kinds text := pg_get_constraintdef(oid) from pg_constraint where conname = 'findings_kind_check';
begin
  execute 'alter table findings drop constraint findings_kind_check';
  execute 'alter table findings add constraint findings_kind_check '
    || replace(kinds, '''run_days''::text', '''run_days''::text, ''job_set_aside''::text');
end $$;
