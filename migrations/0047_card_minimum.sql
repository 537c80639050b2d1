-- Hours are sold at a price that a card can be charged with.
alter table hour_packs
  drop constraint hour_packs_price_cents_check,
  add constraint hour_packs_price_cents_check check (price_cents between 50 and 100000000);
