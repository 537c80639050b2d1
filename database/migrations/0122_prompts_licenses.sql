-- Suggested categories of tickets, in the new spelling.

alter table suggestions no force row level security;
update suggestions set output = replace(output::text, '"licences"', '"licenses"')::jsonb
  where output::text like '%"licences"%';
alter table suggestions force row level security;
