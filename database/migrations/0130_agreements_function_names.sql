-- This function has another name now.
drop function if exists hold_terms(uuid, uuid, date);
