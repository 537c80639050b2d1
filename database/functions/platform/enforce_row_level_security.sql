-- Enables and forces row-level security on a table of companies, with one policy per role. One policy with an OR would
-- keep searches of staff from their index. `hidden` names a boolean column that hides a row from partners, and
-- `keyed_by` the column with the company if it is not company_id. In SQL because migrations call it.
create or replace procedure enforce_row_level_security(target regclass, hidden text default null, keyed_by text default 'company_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_rows on %s to portal_tenant using (%I = (select nullif(current_setting(''app.company_id'', true), '''')::uuid)%s)',
    target, keyed_by, case when hidden is null then '' else format(' and not %I', hidden) end);
  execute format(
    'create policy staff_rows on %s to portal_staff using ((select nullif(current_setting(''app.user_id'', true), '''')) is not null)',
    target);
  -- Forced row-level security applies to the owner too: migrations, sign-in and jobs need a policy of their own.
  execute format('create policy owner_rows on %s to current_user using (true)', target);
end $$;
