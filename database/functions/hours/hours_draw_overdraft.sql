-- Draws what is below zero from blocks as far as these suffice now, the oldest debt first. In SQL because the functions
-- that move minutes call it.
create or replace function hours_draw_overdraft(balance_row hour_balances, today date, who uuid, at timestamptz) returns hour_balances
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  debt record;
  part integer;
  drawn record;
begin
  for debt in
    select l.entry_id, l.agreement_id, -sum(l.minutes)::integer as minutes, max(l.id) filter (where l.minutes < 0) as line,
      (select e.worked_on from shared_time_entries e where e.company_id = balance_row.company_id and e.id = l.entry_id) as worked
    from hour_ledger l where l.company_id = balance_row.company_id and l.block_id is null and l.minutes <> 0
    group by l.entry_id, l.agreement_id having sum(l.minutes) < 0 order by min(l.id)
  loop
    part := least(debt.minutes, hours_drawable(balance_row.company_id, debt.worked, today));
    continue when part <= 0;
    balance_row.balance := balance_row.balance + part;
    balance_row.lowest := balance_row.lowest + part;
    perform hours_line(balance_row.company_id, 'reversal', null, part, 0, balance_row.balance, debt.entry_id, debt.agreement_id, debt.line, who, null, at);
    select * into drawn from hours_allocate(balance_row.company_id, debt.entry_id, debt.worked, debt.agreement_id, part, today, who, at, balance_row.balance, '{}');
    if drawn.rest <> 0 then raise exception 'hours_draw_overdraft: % minutes could not be drawn from blocks', drawn.rest; end if;
    balance_row.balance := drawn.balance;
  end loop;
  return balance_row;
end $$;
revoke all on function hours_draw_overdraft(hour_balances, date, uuid, timestamptz) from public;
