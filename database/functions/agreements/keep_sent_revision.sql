-- Rejects changes to a revision that was sent, and every change of status that its state does not allow.
create or replace function keep_sent_revision() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.status <> 'draft' and (
      (new.body, new.source, new.terms, new.sha256, new.summary, new.revision, new.sent_at, new.sent_by)
      is distinct from (old.body, old.source, old.terms, old.sha256, old.summary, old.revision, old.sent_at, old.sent_by)
      or new.status = 'draft')
    or old.status = 'signed' and new.status not in ('signed', 'replaced')
    or old.status in ('returned', 'withdrawn', 'replaced') and new.status <> old.status
    or old.signed_at is not null and new.signed_at is distinct from old.signed_at
    or old.first_opened_at is not null and new.first_opened_at is distinct from old.first_opened_at then
    raise exception 'a sent revision never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.status <> 'sent' and new.status = 'sent' and new.sha256 is distinct from encode(sha256(convert_to(new.body, 'UTF8')), 'hex') then
    raise exception 'the checksum does not match the text' using errcode = 'insufficient_privilege';
  end if;
  if new.status = 'signed' and old.status <> 'signed' and not exists (
      select from agreement_signatures s where s.company_id = new.company_id and s.revision_id = new.id and s.sha256 = new.sha256) then
    raise exception 'a revision needs a signature with its checksum before it can be signed' using errcode = 'insufficient_privilege';
  end if;
  if current_user = 'portal_tenant' and new.status is distinct from old.status and (
    old.status <> 'sent' or new.status not in ('signed', 'returned')
    or current_setting('app.role', true) is distinct from 'owner') and not (old.status = 'signed' and new.status = 'replaced') then
    raise exception 'only an owner can sign or return a revision, and only after it was sent' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
