-- Stores what an entry draws (null: not charged) and the agreement that it counts for. Returns the day of the work, or
-- null without such an entry. In SQL because the functions that move minutes call it.
create or replace function keep_charged(of_company uuid, entry uuid, wanted integer, agreement uuid) returns date
  language plpgsql set search_path = public, pg_temp as $$
declare
  worked date;
begin
  update time_entries e set charged = wanted, agreement_id = agreement where e.company_id = of_company and e.id = entry
    and (e.charged, e.agreement_id) is distinct from (wanted, agreement);
  select e.worked_on into worked from time_entries e where e.company_id = of_company and e.id = entry;
  return worked;
end $$;
revoke all on function keep_charged(uuid, uuid, integer, uuid) from public;
