-- What a person keeps about a list. Rows go with the person, to another company too.

create table saved_views (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  list text not null check (length(list) between 1 and 60),
  name text not null check (length(name) between 1 and 60),
  -- What stands behind the question mark of the list's address.
  query text not null check (length(query) <= 2000),
  -- Keys of the columns it shows; null: those the person usually sees.
  columns text[] check (cardinality(columns) between 1 and 50),
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
create unique index saved_views_by_name on saved_views (user_id, list, lower(name));
create index saved_views_by_position on saved_views (user_id, list, position, id);
call fence('saved_views');
grant select, insert, delete, update (name, query, columns, position, updated_at) on saved_views to portal_tenant, portal_staff;

create table list_columns (
  company_id uuid not null references companies,
  user_id uuid not null,
  list text not null check (length(list) between 1 and 60),
  columns text[] not null check (cardinality(columns) between 1 and 50),
  updated_at timestamptz not null default now(),
  primary key (company_id, user_id, list),
  foreign key (user_id, company_id) references profiles (id, company_id) on update cascade on delete cascade
);
create index list_columns_of_user on list_columns (user_id);
call fence('list_columns');
grant select, insert, delete, update (columns, updated_at) on list_columns to portal_tenant, portal_staff;
