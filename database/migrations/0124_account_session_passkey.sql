-- The passkey with which the person signed in, so that accepting an invitation can keep it.
alter table auth.session add column passkey_id uuid references auth.passkeys on delete set null;
create index session_of_passkey on auth.session (passkey_id) where passkey_id is not null;
