create table hour_block (
  id         bigint generated always as identity primary key,
  client     text not null,
  bought_on  date not null,
  expires_on date,
  minutes    integer not null check (minutes > 0)
);

create table hour_ledger (
  id        bigint generated always as identity primary key,
  block_id  bigint not null references hour_block,
  kind      text not null check (kind in ('purchase', 'use', 'adjustment', 'expiry', 'reversal')),
  minutes   integer not null check (minutes <> 0),
  worked_on date,
  reason    text not null,
  made_by   text not null,
  made_at   timestamptz not null default now()
);

create view block_balance as
  select b.id, b.client, b.bought_on, b.expires_on,
         coalesce(sum(l.minutes), 0)::integer as remaining
    from hour_block b
    left join hour_ledger l on l.block_id = b.id
   group by b.id;
