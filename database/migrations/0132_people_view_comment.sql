-- Says that staff see the names of everyone, which the comment left out.
comment on view people is 'Published: names of people that a login may see. A partner sees those of its own company and of the provider, and a signed-in member of staff sees everyone.';
