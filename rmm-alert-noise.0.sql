select a.monitor,
       count(*)                        as alerts,
       count(distinct a.device_id)     as devices,
       round(100.0 * avg((coalesce(t.minutes_booked, 0) = 0)::int), 0) as untouched_percent,
       percentile_cont(0.5) within group (
         order by extract(epoch from a.closed_at - a.opened_at) / 60
       )::numeric(10, 1)               as median_minutes_open
  from alert a
  left join ticket t on t.id = a.ticket_id
 where a.opened_at >= now() - interval '90 days'
   and a.closed_at is not null
 group by a.monitor
 order by alerts desc
 limit 25;
