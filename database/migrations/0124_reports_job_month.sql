-- A report that exceeds its limits is left to a job of its own, which can be set aside and retried.

alter table report_mails add column job_month date;
comment on column report_mails.job_month is 'The month whose report was left to a job, so that the hourly run skips it.';
