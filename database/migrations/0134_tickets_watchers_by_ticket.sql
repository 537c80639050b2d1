-- The watchers of a ticket were found by their company: both indexes that contain the ticket were partial, and a query
-- for users and contacts can use neither. One index serves both, because one of the two columns is always null.
-- Both tables are locked first, in the order in which requests lock them. All pending migrations run in one transaction,
-- so nothing changes until the counts of the next one are right.
lock table tickets, ticket_watchers in access exclusive mode;
-- Later migrations index these. Requests that lock them before tickets must not wait while those are made.
lock table hour_ledger, inbound_mails in share mode;
create unique index ticket_watchers_by_ticket on ticket_watchers (company_id, ticket_id, user_id, contact_id)
  nulls not distinct;
drop index ticket_watchers_by_user;
drop index ticket_watchers_by_contact;
