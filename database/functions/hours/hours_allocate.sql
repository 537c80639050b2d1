-- Draws up to `want` minutes for an entry from the blocks that expire first (those that never expire last), and among
-- these from those bought first. `loose` are minutes that the entry itself has just returned to ended blocks and may
-- draw again. Returns the balance, what could not be drawn, and what is still loose. In SQL because it moves minutes
-- while the balance is locked, for each block.
create or replace function hours_allocate(of_company uuid, entry uuid, worked date, agreement uuid, want integer, today date, who uuid,
  at timestamptz, inout balance integer, inout loose jsonb, out rest integer)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  block_row record;
  part integer;
  own integer;
  free integer;
begin
  rest := want;
  if rest <= 0 then return; end if;
  for block_row in
    select x.id, x.state, x.remaining, x.expired, x.expires_on from hour_blocks x
    where x.company_id = of_company and (x.expires_on is null or x.expires_on >= worked)
      and (x.state = 'active' and x.remaining > 0 and (x.starts_on is null or x.starts_on <= today)
        or x.state = 'expired' and (x.expired > 0 or loose ? x.id::text)
        or x.state = 'void' and loose ? x.id::text)
    order by x.expires_on nulls last, x.purchased_at, x.id
  loop
    own := coalesce((loose->>block_row.id::text)::integer, 0);
    free := case block_row.state when 'active' then block_row.remaining when 'expired' then own + block_row.expired else own end;
    part := least(rest, free);
    continue when part <= 0;
    if block_row.state = 'active' then
      update hour_blocks x set remaining = x.remaining - part where x.company_id = of_company and x.id = block_row.id;
    else
      if part > own then
        balance := balance + part - own;
        perform hours_line(of_company, 'reversal', block_row.id, part - own, 0, balance, null, null,
          (select max(l.id) from hour_ledger l where l.company_id = of_company and l.block_id = block_row.id and l.kind = 'expiry'), who,
          format('Time for %s was logged after the block expired on %s.', to_char(worked, 'Mon FMDD, YYYY'), to_char(block_row.expires_on, 'Mon FMDD, YYYY')), at);
        update hour_blocks x set expired = x.expired - (part - own) where x.company_id = of_company and x.id = block_row.id;
      end if;
      if own > 0 then loose := loose || jsonb_build_object(block_row.id::text, own - least(own, part)); end if;
    end if;
    balance := balance - part;
    perform hours_line(of_company, 'consumption', block_row.id, -part, 0, balance, entry, agreement, null, who, null, at);
    rest := rest - part;
    exit when rest = 0;
  end loop;
end $$;
revoke all on function hours_allocate(uuid, uuid, date, uuid, integer, date, uuid, timestamptz, integer, jsonb) from public;
