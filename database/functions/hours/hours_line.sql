-- Appends a line to the ledger. Returns its id. In SQL because the functions that move minutes call it.
create or replace function hours_line(of_company uuid, kind text, block uuid, minutes integer, overage integer, balance_after integer,
  entry uuid, agreement uuid, reverses bigint, who uuid, reason text, at timestamptz) returns bigint
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into hour_ledger (company_id, kind, block_id, minutes, overage, balance_after, entry_id, agreement_id, reverses, actor_id, reason, created_at)
  values (of_company, kind, block, minutes, overage, balance_after, entry, agreement, reverses, who, reason, at) returning id
$$;
revoke all on function hours_line(uuid, text, uuid, integer, integer, integer, uuid, uuid, bigint, uuid, text, timestamptz) from public;
