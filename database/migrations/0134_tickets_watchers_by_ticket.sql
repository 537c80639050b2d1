-- The watchers of a ticket were found by their company: both indexes that begin with the ticket are partial, and a query
-- for users and contacts can use neither. One index serves both, because one of the two columns is always null.
create unique index ticket_watchers_by_ticket on ticket_watchers (company_id, ticket_id, user_id, contact_id)
  nulls not distinct;
drop index ticket_watchers_by_user;
drop index ticket_watchers_by_contact;
