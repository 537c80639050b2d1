-- Figures by category of tickets, in the new spelling.

alter table report_days no force row level security;
update report_days set value = 'licenses' where dimension = 'category' and value = 'licences';
alter table report_days force row level security;

alter table report_hours no force row level security;
update report_hours set category = 'licenses' where category = 'licences';
alter table report_hours force row level security;
