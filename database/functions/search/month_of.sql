-- Returns the month of a time, counted from the year 0. In SQL because triggers decide by it.
create or replace function month_of(timestamptz) returns integer language sql immutable strict parallel safe
  return (extract(year from $1 at time zone 'UTC') * 12 + extract(month from $1 at time zone 'UTC'))::integer;
