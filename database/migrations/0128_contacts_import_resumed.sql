-- When a stopped import was last sent to the workers again. Its progress is kept apart, or it would never count as failed.
alter table contact_imports add column resumed_at timestamptz;
