insert into ticket_copy (id, status, changed_at)
values (48213, 'waiting', '2025-07-21T14:02:11Z')
on conflict (id) do update
   set status = excluded.status,
       changed_at = excluded.changed_at
 where excluded.changed_at >= ticket_copy.changed_at;
