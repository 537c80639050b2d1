-- Returns whether the data of an event reopened a ticket. In SQL because the conditions of triggers use it.
create or replace function report_reopens(data jsonb) returns boolean language sql immutable parallel safe
  return coalesce(data->>'type' = 'status' and data->>'from' in ('resolved', 'closed') and data->>'to' not in ('resolved', 'closed'), false);
