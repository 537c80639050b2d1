-- Rejects a signature unless it is for the revision that is open and names its checksum.
create or replace function check_signature() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from agreement_revisions r
    where r.company_id = new.company_id and r.id = new.revision_id and r.agreement_id = new.agreement_id
      and r.status = 'sent' and r.sha256 = new.sha256) then
    raise exception 'this text is not awaiting signature' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
