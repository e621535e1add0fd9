-- What operators configure while the product runs.

create table configuration (
  kind text not null,
  key text not null,
  value jsonb not null,
  changed_at timestamptz not null,
  primary key (kind, key)
);
comment on table configuration is
  'Settings that operators change while the product runs: networks, cryptos, fees, rules and the like.';
