-- Notifies all processes of a new event at commit.
create or replace function announce_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('events', json_build_object(
    'id', new.id, 'companyId', new.company_id, 'topic', new.topic, 'kind', new.kind, 'subjectId', new.subject_id,
    'actorId', new.actor_id, 'staffOnly', new.staff_only, 'userId', new.user_id)::text);
  return null;
end $$;
