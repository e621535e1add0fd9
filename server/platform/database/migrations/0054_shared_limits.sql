-- What the api processes count together. Not logged: after a crash of the database every count begins anew, and no limit is
-- worth a write to the disk that a buyer waits for.

-- Windows of budgets. rate-limiter-flexible writes it by the order of its columns; the time is the machine's, in milliseconds.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- Processes that have streams open. Who does not renew its lease is gone, and so are its places.
create unlogged table stream_holders (
  id uuid primary key,
  lease_until timestamptz not null
);

create unlogged table stream_places (
  holder uuid not null references stream_holders (id) on delete cascade,
  place integer not null,
  client text not null,
  primary key (holder, place)
);

create index stream_places_client on stream_places (client);
