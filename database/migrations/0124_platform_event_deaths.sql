-- Events that end the process that handles them.

-- The id of the event that is being handled, or 0. A sequence keeps its value when the transaction of a dead process is
-- rolled back.
create sequence feed.handling minvalue 0 start 0;
alter table feed.failures add column deaths integer not null default 0;
comment on column feed.failures.deaths is 'How many processes ended while they handled the event.';
