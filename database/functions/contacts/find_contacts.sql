-- Returns ids of contacts or clients that match every pattern, at most 2001: above that, reading the list in its order
-- and filtering is faster than sorting all of them. In SQL because LIKE is not leakproof: under row-level security, it
-- could not use the index. This runs as the owner and checks the company itself, as `find_tickets` does.
create or replace function find_contacts(book text, patterns text[], of_company uuid default null) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  staff boolean := session_user = 'portal_staff' and nullif(current_setting('app.user_id', true), '') is not null;
  own uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  conditions text;
begin
  if book not in ('contacts', 'clients') or coalesce(cardinality(patterns), 0) not between 1 and 12 then
    raise exception 'find_contacts: no such search' using errcode = 'invalid_parameter_value';
  end if;
  -- One LIKE per pattern: an index serves that, but not `like all`.
  select string_agg(format('search like $1[%s]', i), ' and ') into conditions from generate_subscripts(patterns, 1) i;
  if staff and of_company is null then
    return query execute format('select id from %I where %s limit 2001', book, conditions) using patterns;
  else
    if staff then own := of_company; end if;
    return query execute format('select id from %I where company_id = $2 and %s limit 2001', book, conditions) using patterns, own;
  end if;
end $$;
revoke all on function find_contacts(text, text[], uuid) from public;
grant execute on function find_contacts(text, text[], uuid) to portal_tenant, portal_staff;
