-- A signature keeps the name of the account beside the name that was typed. Signatures from before do not have it.
alter table agreement_signatures
  add account_name text check (length(account_name) between 1 and 200),
  -- The person confirmed that the typed name, another than that of the account, is their legal name.
  add legal_name_confirmed boolean not null default false;
