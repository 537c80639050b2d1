-- Returns the searchable text of a contact. In SQL because triggers fill the searched column with it.
create or replace function contact_search(full_name text, email text, phone text, title text, client text) returns text language sql immutable parallel safe
  return ' ' || fold_text(full_name) || ' ' || fold_text(coalesce(email, '')) || ' ' || fold_text(coalesce(client, '')) || ' ' ||
    fold_text(coalesce(title, '')) || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g');
