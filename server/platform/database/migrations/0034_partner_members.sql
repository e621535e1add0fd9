-- People of a partner who log in to the partner pages, and the changes that they request.

create table partner_members (
  id uuid primary key default gen_random_uuid(),
  partner_id text not null,
  role text not null check (role in ('owner', 'developer')),
  -- Name and email address; null before the person has joined and after they were removed.
  sealed bytea,
  -- SHA-256 of the invitation's code, which has 100 random bits; null once it was used.
  invitation_hash bytea unique,
  invited_at timestamptz not null,
  invitation_expires_at timestamptz not null,
  joined_at timestamptz,
  removed_at timestamptz,
  check (joined_at is null or invitation_hash is null)
);
comment on table partner_members is 'People of partners, with their invitations: a member has joined and was not removed.';
create index partner_members_by_partner on partner_members (partner_id) where removed_at is null;

create table partner_passkeys (
  -- The credential's id, base64url.
  id text primary key,
  member_id uuid not null references partner_members (id),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table partner_passkeys is 'Passkeys of partners'' people.';
create index partner_passkeys_by_member on partner_passkeys (member_id);

create table partner_member_sessions (
  -- SHA-256 of 20 random bytes.
  token_hash bytea primary key,
  member_id uuid not null references partner_members (id),
  started_at timestamptz not null,
  -- To the minute.
  active_at timestamptz not null,
  ended_at timestamptz
);
comment on table partner_member_sessions is 'Login sessions of partners'' people.';
create index partner_member_sessions_by_member on partner_member_sessions (member_id) where ended_at is null;
create index partner_member_sessions_by_age on partner_member_sessions (started_at);

create table partner_change_requests (
  id bigint generated always as identity primary key,
  partner_id text not null,
  kind text not null
    check (kind in ('origins', 'redirects', 'webhookUrl', 'share', 'key', 'linkKey', 'webhookSecret')),
  -- The requested values as a JSON list of texts.
  requested jsonb not null,
  member_id uuid not null references partner_members (id),
  requested_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'withdrawn')),
  decided_at timestamptz,
  -- Of a rejection.
  reason text,
  -- The operator's request that fulfilled or rejected it.
  operator_request_id bigint references operator_requests (id),
  check ((state = 'open') = (decided_at is null))
);
comment on table partner_change_requests is
  'Requests of partners'' people. A request has no effect: an operator''s signed action changes the row or the key.';
create unique index partner_change_requests_open on partner_change_requests (partner_id, kind) where state = 'open';
create index partner_change_requests_by_partner on partner_change_requests (partner_id, id);
create index partner_change_requests_by_operator_request on partner_change_requests (operator_request_id);
