select prompt_version, suggested_category,
       count(*) as suggestions,
       round(100.0 * avg((final_category = suggested_category)::int), 1) as kept_percent
  from triage_log
 where created_at >= now() - interval '7 days'
 group by prompt_version, suggested_category
having count(*) >= 20
 order by kept_percent;
