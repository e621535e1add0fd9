-- Seeding inserts missing rows at each migration; a row that people have removed must not return with it.
create table configuration_seeds (
  kind text not null,
  key text not null,
  primary key (kind, key)
);
comment on table configuration_seeds is 'Keys of the seed rows that were inserted once. They are not inserted again.';
