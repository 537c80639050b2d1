with marked as (
  select client_id, device_id, monitor, opened_at,
         case when opened_at - lag(opened_at) over w < interval '4 hours' then 0 else 1 end as starts
    from alert
  window w as (partition by client_id, device_id, monitor order by opened_at)
)
select monitor, count(*) as alerts, sum(starts) as episodes
  from marked
 group by monitor
 order by count(*) - sum(starts) desc;
