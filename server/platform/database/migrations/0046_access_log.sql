-- Who logged in, who failed to, and who was refused what. No code and no token is in it.
create table access_log (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('logged_in', 'login_failed', 'refused')),
  call text not null,
  -- The refusal by its key; empty for a login.
  reason text not null default '',
  -- Whose session or account it was, where that is known.
  buyer_id text references buyers (id),
  -- The e-mail address of a login that failed; whether it has an account is not said.
  email text not null default '',
  client text not null,
  country text not null default '',
  browser text not null default '',
  system text not null default '',
  -- Refusals alike within this hour are one row.
  hour timestamptz not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1
);
create unique index access_log_alike on access_log (hour, kind, call, reason, client, coalesce(buyer_id, ''), email)
  where kind <> 'logged_in';
create index access_log_by_buyer on access_log (buyer_id, last_at desc) where buyer_id is not null;
create index access_log_by_email on access_log (email, last_at desc) where email <> '';
create index access_log_by_client on access_log (client, last_at desc);
create index access_log_by_time on access_log (last_at);

-- Known to the buyer instead of the row's number.
alter table sessions add column public_id uuid not null default gen_random_uuid();
create unique index sessions_by_public_id on sessions (public_id);
-- What the list of sessions says of each: words of the user agent, and where it was opened.
alter table sessions add column browser text not null default '';
alter table sessions add column system text not null default '';
alter table sessions add column country text not null default '';
-- When a code, a passkey or a partner last said that it is the buyer. Of sessions from before: when they were opened.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
-- A server of the former version opens sessions beside this one.
alter table sessions alter column proved_at set default slipway_now();
alter table sessions alter column proved_at set not null;

-- The work that was done for a code, which is good once; such codes are counted apart.
alter table login_codes add column work_hash bytea;
create unique index login_codes_by_work on login_codes (work_hash) where work_hash is not null;
