-- What people write by mail is shown as they wrote it, and mails find the ticket of the mail that they answer.

alter table tickets add column description_format text not null default 'markdown'
  check (description_format in ('markdown', 'plain'));
alter table messages add column format text not null default 'markdown' check (format in ('markdown', 'plain'));
comment on column messages.format is 'How the body is shown: as Markdown, or as it was written, as in plain text mail.';

alter table inbound_mails add column quiet boolean not null default false;
comment on column inbound_mails.quiet is 'A sign of a program, such as a mailing list: the mail gets no automatic answer.';
create index inbound_mails_of_thread on inbound_mails (company_id, mail_id) where ticket_id is not null;
