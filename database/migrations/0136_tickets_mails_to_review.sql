-- The number of emails to review is read by each administrator's page once a minute, and their size by each email.
create index inbound_mails_to_review on inbound_mails (state) include (size)
  where kept_until is not null and state in ('waiting', 'held', 'refused');
-- Whether an email was added to a ticket of any company.
create index messages_of_mail on messages (inbound_id) where inbound_id is not null;
