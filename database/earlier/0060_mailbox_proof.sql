-- When the owner of an account first proved that its address is theirs: by a one-time token that was sent to the address,
-- or by a Google sign-in with the same verified address. "emailVerified" cannot say this, because it was once possible to
-- set it without the mailbox. Accounts that exist already stay null: nothing tells which of them were proven, so the next
-- proof removes every older way into the account (src/server/account/recovery/prove-mailbox.ts).
alter table auth."user" add "mailboxProvenAt" timestamptz;
