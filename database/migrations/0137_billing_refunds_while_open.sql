-- Money that is refunded before an invoice is paid in full is due again, so it does not count toward paying it later.
alter table refunds add column while_open boolean not null default false;
comment on column refunds.while_open is 'Whether the invoice was not paid in full when the refund was started here: its amount is due again.';
