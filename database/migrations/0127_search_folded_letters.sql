-- `fold_text` also writes ß, æ, œ, þ, ø, ł, đ, ð and ı as the letters that people type for them. What is stored in its form
-- is written again where such a letter is.
update profiles set full_name = full_name, email = email where full_name ~* '[ßæœþøłđðı]' or email ~* '[ßæœþøłđðı]';
update companies set name = name, website = website where name ~* '[ßæœþøłđðı]' or website ~* '[ßæœþøłđðı]';
update leads set name = name, organization = organization, email = email
  where name ~* '[ßæœþøłđðı]' or organization ~* '[ßæœþøłđðı]' or email ~* '[ßæœþøłđðı]';
update clients set name = name, industry = industry, website = website, address = address
  where concat_ws(' ', name, industry, website, address) ~* '[ßæœþøłđðı]';
update contacts c set full_name = c.full_name where concat_ws(' ', c.full_name, c.email, c.title) ~* '[ßæœþøłđðı]'
  or exists (select from clients k where k.company_id = c.company_id and k.id = c.client_id and k.name ~* '[ßæœþøłđðı]');
update products set name = name where name ~* '[ßæœþøłđðı]';
select write_words(t.company_id, t.id) from tickets t
  where t.subject ~* '[ßæœþøłđðı]' or t.description ~* '[ßæœþøłđðı]'
    or exists (select from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.body ~* '[ßæœþøłđðı]');
