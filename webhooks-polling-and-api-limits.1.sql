create table webhook_inbox (
  source      text        not null,
  event_key   text        not null,
  received_at timestamptz not null default now(),
  payload     jsonb       not null,
  done_at     timestamptz,
  attempts    integer     not null default 0,
  last_error  text,
  primary key (source, event_key)
);

insert into webhook_inbox (source, event_key, payload)
values ('psa', 'ticket:48213:2025-07-21T14:02:11Z', '{"id": 48213, "action": "update"}')
on conflict (source, event_key) do nothing;
