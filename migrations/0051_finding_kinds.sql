-- What no later payment makes right has a kind of its own: it was told from other amounts by the words of its title, and a
-- dispute was closed as soon as anything else happened to its invoice.
alter table findings drop constraint findings_kind_check,
  add constraint findings_kind_check check (kind in ('hours_balance', 'hours_block', 'hours_entry', 'payment_unknown',
    'payment_missing', 'payment_amount', 'payment_currency', 'payment_disputed', 'refund_failed', 'report_day', 'run_days'));

update findings set title = replace(title, 'A payment is disputed: answer at Stripe (', 'A payment is disputed ('),
  kind = case
    when title like '% was paid in another currency' then 'payment_currency'
    when title like '% has a refund that did not arrive' then 'refund_failed'
    else 'payment_disputed'
  end
where kind = 'payment_amount'
  and (title like '% was paid in another currency' or title like '% has a refund that did not arrive'
    or title like 'A payment is disputed: %');
