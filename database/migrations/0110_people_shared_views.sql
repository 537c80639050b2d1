-- What other modules may read of this one, besides the tables that all may read.

comment on view people is 'Published: names of people that a login may see: those of its own company and of the provider.';
