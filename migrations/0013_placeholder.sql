-- A company that nobody has named yet: the one place that says so.
alter table companies add placeholder boolean not null
  generated always as (name = 'New Company' or starts_with(name, 'company-')) stored;
