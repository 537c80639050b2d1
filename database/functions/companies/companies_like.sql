-- Returns the companies with this text in name, slug or website, from an index of trigrams. Staff only: other logins
-- get none. In SQL because it runs as the owner: under row-level security, LIKE could not use the index.
create or replace function companies_like(typed text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from companies
  where session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null
    and search like '%' || replace(replace(replace(fold_text(btrim(typed)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
revoke all on function companies_like(text) from public;
grant execute on function companies_like(text) to portal_staff;
