-- Two-factor authentication can be required of everybody in a company: by its owners, and by the provider's
-- administrators. A company without a row follows the default (`src/server/account/factors/two-factor.ts`).
create table auth.two_factor_rules (
  company_id uuid primary key references companies on delete cascade,
  required boolean not null,
  changed_by uuid references auth."user" on delete set null,
  changed_at timestamptz not null default now()
);

-- Sign-ins that a person made without a second factor while one was required.
create table auth.two_factor_grace (
  user_id uuid primary key references auth."user" on delete cascade,
  sign_ins integer not null check (sign_ins > 0)
);

-- What a session knows of a second factor: shown (done), not required when it began (none), required but still within
-- the grace (grace), or required before anything else (due).
alter table auth.session
  add two_factor text not null default 'none' check (two_factor in ('none', 'grace', 'due', 'done'));

-- A passkey is a second factor too: it asks for the device and the person.
update profiles p set second_factor = true where exists (select from auth.passkeys k where k.user_id = p.id);

-- A person whose factors were removed by the provider gets a new grace to set one up.
create or replace function remove_factors(target uuid) returns table (factors integer, passkeys integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not public.may_act_on(target) then
    raise exception 'not signed in' using errcode = 'insufficient_privilege';
  end if;
  with gone as (delete from auth.factors where user_id = target returning status)
    select count(*) filter (where status = 'verified') from gone into factors;
  with gone as (delete from auth.passkeys where user_id = target returning 1) select count(*) from gone into passkeys;
  delete from auth.recovery_codes where user_id = target;
  delete from auth.two_factor_grace where user_id = target;
  update public.profiles set second_factor = false where id = target;
  return next;
end $$;
