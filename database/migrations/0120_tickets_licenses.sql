-- Changes the category of tickets about licenses to American spelling. Triggers are off so that no ticket looks updated.
-- Forced row-level security is off so that the owner of the tables changes the rows of all companies.

alter table tickets no force row level security;
alter table tickets disable trigger user;
alter table tickets drop constraint tickets_category_check;
update tickets set category = 'licenses' where category = 'licences';
alter table tickets add constraint tickets_category_check check (category in ('automation', 'integration', 'licenses',
  'reporting', 'ai', 'voice', 'account', 'billing', 'other'));
alter table tickets enable trigger user;
alter table tickets force row level security;

alter table messages no force row level security;
alter table messages disable trigger user;
update messages set data = replace(data::text, '"licences"', '"licenses"')::jsonb
  where kind = 'event' and data ->> 'type' = 'category' and 'licences' in (data ->> 'from', data ->> 'to');
alter table messages enable trigger user;
alter table messages force row level security;

alter table ticket_drafts no force row level security;
update ticket_drafts set fields = jsonb_set(fields, '{category}', '"licenses"') where fields ->> 'category' = 'licences';
alter table ticket_drafts force row level security;

alter table ticket_undos no force row level security;
update ticket_undos set entries = replace(entries::text, '"licences"', '"licenses"')::jsonb
  where entries::text like '%"licences"%';
alter table ticket_undos force row level security;
