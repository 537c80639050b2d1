-- These functions have another name now.
drop function if exists take_runs(uuid, jsonb);
drop function if exists tell_runs(uuid);
drop function if exists say_runs(uuid, uuid);
drop function if exists runs_may_be_told(timestamptz);
