-- These functions have another name now.
drop function if exists hours_take(uuid);
drop function if exists hours_hold(uuid);
drop function if exists hours_at(timestamptz);
drop function if exists hours_who(uuid);
drop function if exists hours_roll(uuid, uuid, integer, integer, uuid, timestamptz);
drop function if exists hours_rolls(uuid, uuid, integer, date);
drop function if exists hours_close(hour_balances, boolean, boolean, uuid, timestamptz);
drop function if exists hours_open(hour_balances, uuid, uuid, text, text, uuid, timestamptz);
drop function if exists hours_settle(hour_balances, date, uuid, timestamptz);
