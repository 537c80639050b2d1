select client, sku_id,
       sum(quantity) filter (where source = 'assigned')    as assigned,
       sum(quantity) filter (where source = 'owned')       as owned,
       sum(quantity) filter (where source = 'distributor') as charged,
       sum(quantity) filter (where source = 'psa')         as billed
  from license_count
 where taken_on = '2026-06-01'
 group by client, sku_id
having coalesce(sum(quantity) filter (where source = 'owned'), 0)
         <> coalesce(sum(quantity) filter (where source = 'assigned'), 0)
    or coalesce(sum(quantity) filter (where source = 'distributor'), 0)
         <> coalesce(sum(quantity) filter (where source = 'owned'), 0)
    or coalesce(sum(quantity) filter (where source = 'psa'), 0)
         <> coalesce(sum(quantity) filter (where source = 'distributor'), 0);
