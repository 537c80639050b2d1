-- A list of the runs for one client read all runs of the automation.
create index runs_of_client on runs (installation_id, client_id, started_at desc, id desc) where client_id is not null;
