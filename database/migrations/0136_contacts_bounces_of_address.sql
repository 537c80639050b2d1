-- Mail that arrives from an address ends its bounces in all companies.
create index mail_bounces_of_address on mail_bounces (email);
