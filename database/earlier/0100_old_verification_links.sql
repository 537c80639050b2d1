-- Links to verify an address from before the browser that signed up kept a secret of its own: whoever signed up was given
-- the token of the mail, and knows the password. They must not make an account any more; people sign up once more.
delete from auth.one_time where purpose = 'verify-email' and not (data ? 'browser');
