-- This function has another name now.
drop function if exists mend_catalogue_words(text);
