-- Quantities with up to three decimals. The amount of a line is rounded once, half a cent away from zero.
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint where conrelid = 'order_lines'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ '\mquantity\M' loop
    execute format('alter table order_lines drop constraint %I', old);
  end loop;
end $$;
alter table order_lines
  alter quantity type numeric(10, 3),
  add constraint order_lines_quantity_check check (quantity > 0 and quantity <= 1000000),
  add constraint order_lines_amount_check check (amount_cents = round(quantity * unit_cents));
