-- Removing a contact looks for it among the recipients of its company's reports.
create index report_recipients_of_contact on report_recipients (company_id, contact_id) where contact_id is not null;
