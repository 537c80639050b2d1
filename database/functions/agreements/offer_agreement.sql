-- Offers the buyer of a monthly product its agreement for signature. Name and price must be those of the product.
-- Returns the number of the agreement. In SQL because it runs as the owner: partners cannot write agreements.
create or replace function offer_agreement(of_company uuid, agreement uuid, text_id uuid, product uuid, terms jsonb, body text, awaits boolean) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  buyer uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  given bigint;
begin
  if session_user <> 'portal_tenant'
    or of_company is distinct from nullif(current_setting('app.company_id', true), '')::uuid
    or current_setting('app.role', true) is distinct from 'owner' then
    raise exception 'only an owner can buy' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from products p where p.id = product and p.status = 'published' and p.price_model = 'monthly'
      and p.price_cents = (terms->>'monthlyPriceCents')::integer and p.name = terms->>'name' and terms->>'type' = 'managed_automation') then
    raise exception 'these terms do not match the product and its price' using errcode = 'insufficient_privilege';
  end if;
  insert into agreements (company_id, id, name, type, status, monthly_price_cents, covers_time, sent_at, awaits_payment, created_by)
    values (of_company, agreement, terms->>'name', 'managed_automation', 'sent', (terms->>'monthlyPriceCents')::integer,
      (terms->>'coversTime')::boolean, now(), awaits, buyer)
    returning number into given;
  insert into agreement_revisions (company_id, id, agreement_id, revision, status, terms, body, source, sha256, sent_at, created_by)
    values (of_company, text_id, agreement, 1, 'sent', terms, body, body, encode(sha256(convert_to(body, 'UTF8')), 'hex'), now(), buyer);
  return given;
end $$;
revoke all on function offer_agreement(uuid, uuid, uuid, uuid, jsonb, text, boolean) from public;
grant execute on function offer_agreement(uuid, uuid, uuid, uuid, jsonb, text, boolean) to portal_tenant;
