-- Returns other words for a category. In SQL because `write_catalogue_words` uses it for each product.
create or replace function category_words(text) returns text language sql immutable strict parallel safe return case $1
  when 'psa' then 'service desk help desk ticketing PSA tickets'
  when 'rmm' then 'RMM remote monitoring management endpoints devices patching'
  when 'microsoft-365' then 'Microsoft 365 Office tenants'
  when 'identity' then 'identity licenses users groups access'
  when 'documentation' then 'documentation knowledge'
  when 'billing' then 'billing procurement invoices purchasing'
  when 'security' then 'security'
  when 'backup' then 'backup continuity disaster recovery'
  when 'onboarding' then 'onboarding offboarding new hires leavers'
  when 'sales' then 'sales marketing CRM leads quotes'
  when 'voice' then 'voice chat phone calls'
  else 'reporting reports dashboards' end;
