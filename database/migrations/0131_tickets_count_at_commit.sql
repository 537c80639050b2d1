-- Counts tickets when their transaction commits. Counting them where they changed kept the counter of the company locked
-- until the commit, so that its users waited for each other.
drop trigger tickets_count on tickets;
create constraint trigger tickets_count after insert or delete or update of status, assignee_id on tickets
  deferrable initially deferred for each row execute function count_ticket();
