-- The list of blocks read all ledger lines of each block for the few that belong to no time entry.
create index hour_ledger_of_block_itself on hour_ledger (company_id, block_id) include (kind, minutes) where entry_id is null;
