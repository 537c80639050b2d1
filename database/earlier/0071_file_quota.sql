-- How much a company keeps and a person uploaded in the last day is summed before each upload.
create index files_of_company_by_size on files (company_id) include (size);
create index files_of_person on files (uploaded_by, created_at) include (size);
