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

-- Notifies every process of a change at once.
create function announce_configuration() returns trigger language plpgsql as $$
begin
  perform pg_notify('configuration_changed', '');
  return null;
end
$$;
create trigger configuration_announced after insert or update or delete on configuration for each statement
  execute function announce_configuration();
