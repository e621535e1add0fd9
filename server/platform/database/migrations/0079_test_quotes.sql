-- What a person has a provider asked for, to see how it answers: one question at a time each. A worker asks, whether or not the
-- provider is switched off.

create table test_quotes (
  id bigint generated always as identity primary key,
  provider text not null,
  asked_by text not null,
  -- What would be bought: {"pay", "payCurrency", "crypto", "method", "country"}.
  question jsonb not null,
  asked_at timestamptz not null default slipway_now(),
  -- A worker asks since then; one that dies leaves it to others after a minute.
  started_at timestamptz,
  answered_at timestamptz,
  milliseconds integer,
  answer jsonb,
  check ((answered_at is null) = (answer is null)),
  check ((answered_at is null) = (milliseconds is null))
);
create unique index test_quotes_open on test_quotes (provider) where answered_at is null;
create index test_quotes_of_provider on test_quotes (provider, id desc);

-- Other providers to which some worker has keys, said anew while it runs: one that nobody has asked yet can be tried, too.
create table connected_providers (
  provider text primary key,
  said_at timestamptz not null
);
