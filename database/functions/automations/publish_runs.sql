-- Notifies open pages of new runs. Nothing is stored: the pages fetch what is new. In SQL because `store_runs` and
-- `notify_of_runs` call it in their transactions.
create or replace function publish_runs(company uuid, installation uuid) returns void language sql set search_path = pg_catalog, public, pg_temp as $$
  select pg_notify('presence', json_build_object('id', 0, 'companyId', company, 'topic', 'automation', 'kind', 'runs',
    'subjectId', installation, 'actorId', null, 'staffOnly', false)::text)
$$;
revoke all on function publish_runs(uuid, uuid) from public;
grant execute on function publish_runs(uuid, uuid) to portal_tenant, portal_staff;
