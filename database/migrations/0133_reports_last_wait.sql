-- The resolution time in reports included the last wait of a ticket that was resolved while it waited. Calculate all days
-- again.
insert into report_marks (company_id) select id from companies;
