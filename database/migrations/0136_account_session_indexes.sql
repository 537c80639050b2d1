-- Expired sessions, the sessions that an administrator opened to view as a user, and the account of a Google sign-in.
create index session_by_expiry on auth.session ("expiresAt");
create index session_of_viewer on auth.session (viewer_id) where viewer_id is not null;
create index account_of_provider on auth.account ("providerId", "accountId");
