-- What is promised on a company's tickets is asked at every approval.
create index estimates_approved on estimates (company_id, ticket_id) include (minutes, decided_at) where status = 'approved';
