-- The number of emails to review is read by each administrator's page once a minute, and their size by each email.
create index inbound_mails_to_review on inbound_mails (state) include (size)
  where kept_until is not null and state in ('waiting', 'held', 'refused');
