-- Changes the status of canceled projects to American spelling. Triggers are off so that no row looks updated.
-- Forced row-level security is off so that the owner of the table changes the rows of all companies.

alter table projects no force row level security;
alter table projects disable trigger user;
alter table projects drop constraint projects_status_check;
update projects set status = 'canceled' where status = 'cancelled';
alter table projects add constraint projects_status_check check (status in ('planned', 'active', 'waiting_on_partner',
  'on_hold', 'done', 'canceled'));
alter table projects enable trigger user;
alter table projects force row level security;
