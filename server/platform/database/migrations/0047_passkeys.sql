-- What a buyer may log in with in place of a code.
create table passkeys (
  -- The credential's id, base64url.
  id text primary key,
  -- Known to the pages instead of it.
  public_id uuid not null unique default gen_random_uuid(),
  buyer_id text not null references buyers (id),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- Of the device on which it was added.
  browser text not null,
  system text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_buyer on passkeys (buyer_id);

-- Challenges that were answered, until they have run out: each is good once.
create table answered_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
