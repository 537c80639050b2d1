-- Full-text search of tickets, and the dictionaries that correct typing errors.

create table ticket_words (
  company_id uuid not null,
  -- The id of the ticket.
  id uuid not null,
  -- Month of the last change: words that very many tickets have are searched in the latest ones first.
  month integer not null,
  -- Subject, description and replies.
  words tsvector not null,
  -- The same with internal notes, where there are any. Partners have no grant.
  words_with_notes tsvector,
  primary key (company_id, id),
  foreign key (company_id, id) references tickets (company_id, id) on delete cascade
);
comment on table ticket_words is 'Words of each ticket with its conversation, for search.';
-- Most words are rare: keep frequencies of this many.
alter table ticket_words alter words set statistics 500;
create index ticket_words_by_word on ticket_words using gin (company_id, month, words) with (gin_pending_list_limit = 256);
create index ticket_words_with_notes_by_word on ticket_words using gin (company_id, month, words_with_notes) with
  (gin_pending_list_limit = 256)
  where words_with_notes is not null;
-- Keeps the latest tickets of all companies side by side in the order of their ids, so that reading a thousand touches a few
-- pages. The condition is always true: only queries that name it use this index, and those of one company use the primary key.
create unique index ticket_words_by_id on ticket_words (id) where month > 0;
call enforce_row_level_security('ticket_words');
grant select (company_id, id, words) on ticket_words to portal_tenant;
grant select on ticket_words to portal_staff;

create table derived.words (
  company_id uuid not null references companies,
  word text not null,
  -- False: the word is only in notes, which partners must not learn.
  open boolean not null,
  primary key (company_id, word)
);
comment on table derived.words is 'Dictionary of the words in tickets of a company, which corrects typing errors.';
create index words_alike on derived.words using gin (company_id, word gin_trgm_ops);

create table derived.words_of_all (
  word text primary key
);
comment on table derived.words_of_all is 'Dictionary of the words in tickets of all companies, for staff.';
create index words_of_all_alike on derived.words_of_all using gin (word gin_trgm_ops);

-- The words are not added together with the ticket: two transactions that bring the same new word would wait for each other.
create table derived.unlearned (
  company_id uuid not null,
  id uuid not null,
  primary key (company_id, id)
);
comment on table derived.unlearned is 'Tickets whose words are not in the dictionaries yet.';

-- Triggers of this module on tables of others.
create trigger tickets_words_new after insert on tickets for each row execute function keep_ticket_words();
create trigger tickets_words after update of subject, description on tickets for each row
  when (old.subject is distinct from new.subject or old.description is distinct from new.description)
  execute function keep_ticket_words();
create trigger tickets_month after update of updated_at on tickets for each row
  when (month_of(old.updated_at) <> month_of(new.updated_at)) execute function keep_ticket_month();
create trigger messages_words_new after insert on messages for each row when (new.kind <> 'event' and new.body <> '')
  execute function keep_message_words();
create trigger messages_words after update on messages referencing old table as before_change new table as after_change
  for each statement execute function keep_words_of_changed();
create trigger messages_words_gone after delete on messages for each row when (old.kind <> 'event') execute function keep_message_words();
