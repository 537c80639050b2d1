with usable as (
  select id, remaining,
         coalesce(sum(remaining) over (
           order by expires_on nulls last, bought_on, id
           rows between unbounded preceding and 1 preceding
         ), 0) as before
    from block_balance
   where client = 'Example Dental'
     and remaining > 0
     and bought_on <= date '2025-10-03'
     and (expires_on is null or expires_on >= date '2025-10-03')
)
select id as block_id, least(remaining, 200 - before) as take
  from usable
 where before < 200;
