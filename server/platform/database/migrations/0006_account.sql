-- Buyers: accounts, logins, details, saved cards and addresses.

create table buyers (
  id text primary key,
  email text not null,
  -- An account that a partner opened is separate from the buyer's own: the partner vouches for the identity.
  partner_id text not null default '0',
  -- The language of e-mails to the buyer.
  locale text not null default 'en-US',
  kyc_level smallint not null default 0 check (kyc_level >= 0 and kyc_level <= 2),
  -- Identifies the buyer to the identity verifier instead of our id or the e-mail address.
  verifier_reference text not null unique,
  acquirer_customer_id text,
  created_at timestamptz not null,
  -- The e-mail address of a closed account can be used for a new one; the row stays for as long as the law requires.
  closed_at timestamptz,
  erase_after timestamptz,
  -- Cases for which authorities require retention; while there are any, the account is not erased.
  legal_hold_cases text[] not null default '{}',
  -- Until then pages of this buyer do not ask the verifier again: a request is running, or was answered just now.
  identity_asked_until timestamptz,
  constraint buyers_closed_check check ((closed_at is null) = (erase_after is null))
);
comment on table buyers is 'Accounts of buyers.';

create function refuse_held_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'the account % is under a legal hold', old.id using errcode = 'restrict_violation';
end
$$;
create trigger buyers_held before delete on buyers
  for each row when (old.legal_hold_cases <> '{}') execute function refuse_held_deletion();

create index buyers_to_erase on buyers (erase_after) where erase_after is not null and legal_hold_cases = '{}';
-- One address may have had several accounts, one after the other.
create index buyers_by_email on buyers (email);
create unique index buyers_email_once on buyers (email, partner_id) where closed_at is null;
create index buyers_by_age on buyers (created_at, id);
-- Search by the beginning of an e-mail address, up to its @ at least.
create index buyers_by_email_beginning on buyers (email text_pattern_ops);

create table buyer_blocks (
  request_id bigint primary key references operator_requests (id),
  buyer_id text unique references buyers (id) on delete set null,
  account_mark bytea not null unique check (length(account_mark) = 32),
  blocked_at timestamptz not null
);
comment on table buyer_blocks is
  'Accounts that may not buy. The mark is a keyed hash of address and partner: it outlives the account and matches a '
  'new account with the same address.';

-- Applies a block to the account that has its address now. Security definer: the api cannot lift a block, since only
-- those of closed or deleted accounts are moved.
create function carry_block(to_buyer text, marks bytea[]) returns void language sql
security definer set search_path = pg_catalog, public, pg_temp as $$
  update buyer_blocks k set buyer_id = to_buyer
  where k.account_mark = any(marks)
    and (k.buyer_id is null or exists (select from buyers b where b.id = k.buyer_id and b.closed_at is not null))
$$;

create table document_requests (
  buyer_id text primary key references buyers (id) on delete cascade,
  request_id bigint not null references operator_requests (id),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > requested_at)
);
comment on table document_requests is
  'Documents that are required before the buyer''s next order is paid, until one was accepted or the request has '
  'lapsed.';

create table fixed_levels (
  buyer_id text primary key references buyers (id) on delete cascade,
  request_id bigint not null references operator_requests (id),
  level integer not null check (level in (1, 2)),
  set_at timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at > set_at)
);
comment on table fixed_levels is
  'Verification levels that two operators have set for a buyer until a day, whatever is verified in the meantime.';
create index fixed_levels_ending on fixed_levels (ends_at);

create table sessions (
  id bigint generated always as identity primary key,
  -- Identifies the session to the buyer.
  public_id uuid not null default gen_random_uuid(),
  buyer_id text not null references buyers (id),
  -- Both are required: the token that scripts have, and the cookie that they cannot read.
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  -- Shown in the buyer's list of sessions: browser, system, and where it was opened.
  browser text not null default '',
  system text not null default '',
  country text not null default '',
  created_at timestamptz not null,
  -- When a code, a passkey or a partner last confirmed that it is the buyer.
  proved_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
comment on table sessions is 'Login sessions of buyers.';
create index sessions_by_buyer on sessions (buyer_id) where ended_at is null;
create index sessions_by_cookie on sessions (cookie_hash) where ended_at is null;
create unique index sessions_by_public_id on sessions (public_id);

create table devices (
  buyer_id text not null references buyers (id),
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (buyer_id, device_hash)
);
comment on table devices is 'Browsers in which a buyer has logged in before, by the hash of their cookie.';
create index devices_by_hash on devices (device_hash);

create table login_codes (
  id bigint generated always as identity primary key,
  email text not null,
  -- scrypt of the code and the salt; the code itself is not stored.
  code_hash bytea not null,
  salt bytea not null,
  -- Hash of the cookie of the requesting browser: a code works only there.
  request_hash bytea not null,
  -- Whom the code is counted for in addition to its address: an IPv4 address or an IPv6 network; empty if unknown.
  client text not null default '',
  -- The requesting browser if it has logged in to this address before: such codes are counted separately.
  device_hash bytea,
  -- The proof of work that was done for the code, accepted once; such codes are counted separately.
  work_hash bytea,
  tries_left smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table login_codes is 'Login codes that were sent by e-mail.';
create index login_codes_by_email on login_codes (email, created_at desc);
create index login_codes_by_client on login_codes (client, created_at desc) where client <> '';
create index login_codes_by_time on login_codes (created_at desc);
create unique index login_codes_by_work on login_codes (work_hash) where work_hash is not null;

create table passkeys (
  -- The credential's id, base64url.
  id text primary key,
  -- Identifies the passkey to pages.
  public_id uuid not null default gen_random_uuid() unique,
  buyer_id text not null references buyers (id),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- Of the device on which it was created.
  browser text not null,
  system text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkeys is 'Passkeys of buyers.';
create index passkeys_by_buyer on passkeys (buyer_id);

create table answered_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table answered_challenges is
  'Passkey challenges that were answered, until they expire: each is accepted once.';

create table minted_tokens (
  token_hash bytea primary key,
  buyer_id text not null references buyers (id),
  partner_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table minted_tokens is
  'Login tokens that partners'' servers request for their users: valid once, for a minute.';
create index minted_tokens_by_age on minted_tokens (expires_at);

create table access_log (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('logged_in', 'login_failed', 'refused')),
  call text not null,
  -- Key of the refusal; empty for a login.
  reason text not null default '',
  -- Whose session or account it was, if known.
  buyer_id text references buyers (id),
  -- The e-mail address of a failed login, whether or not it has an account.
  email text not null default '',
  client text not null,
  country text not null default '',
  browser text not null default '',
  system text not null default '',
  -- Equal refusals within one hour are one row.
  hour timestamptz not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1
);
comment on table access_log is 'Logins, failed logins and refused calls. No code and no token is in it.';
create unique index access_log_alike on access_log (hour, kind, call, reason, client, coalesce(buyer_id, ''),
  email) where kind <> 'logged_in';
create index access_log_by_buyer on access_log (buyer_id, last_at desc) where buyer_id is not null;
create index access_log_by_email on access_log (email, last_at desc) where email <> '';
create index access_log_by_client on access_log (client, last_at desc);
create index access_log_by_time on access_log (last_at);

create table kyc_profiles (
  buyer_id text primary key references buyers (id),
  -- Names, birth date, citizenship, city, purpose and phone number.
  sealed bytea not null,
  outcome text not null check (outcome in ('approved', 'refused', 'under_review')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What the name was screened against: score, entry, threshold and version of the list.
  screening jsonb,
  -- When the buyer last replaced the typed name; null: never. A payer is compared with one name per order.
  name_changed_at timestamptz
);
comment on table kyc_profiles is 'What buyers have stated about themselves.';

create table person_marks (
  buyer_id text not null references buyers (id) on delete cascade,
  mark bytea not null,
  kind text not null check (kind in ('mailbox', 'applicant', 'card', 'bank_account', 'name', 'phone')),
  primary key (buyer_id, mark)
);
comment on table person_marks is
  'Keyed hashes by which accounts of one person are recognised: mailbox, verifier''s applicant, cards, bank accounts, '
  'names with birth dates, phone numbers.';
create index person_marks_by_mark on person_marks (mark);

create table billing_addresses (
  buyer_id text primary key references buyers (id),
  -- Name, country, city, postal code and street.
  sealed bytea not null,
  updated_at timestamptz not null
);
comment on table billing_addresses is 'Billing addresses of cards.';

create table saved_addresses (
  id text primary key,
  buyer_id text not null references buyers (id),
  crypto text not null,
  network text not null,
  address text not null,
  name text not null default '' check (char_length(name) <= 25),
  created_at timestamptz not null,
  deleted_at timestamptz
);
comment on table saved_addresses is 'Wallet addresses that buyers have saved.';
create unique index saved_addresses_once on saved_addresses (buyer_id, crypto, address) where deleted_at is null;

create table saved_cards (
  id text primary key,
  buyer_id text references buyers (id),
  acquirer text not null,
  payment_method_id text not null,
  brand text not null,
  last4 text not null,
  expiry_month smallint not null,
  expiry_year smallint not null,
  fingerprint text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  forgotten_at_acquirer_at timestamptz,
  -- Machine time: if a worker dies while it asks the acquirer, others continue after this.
  forget_leased_until timestamptz
);
comment on table saved_cards is
  'Cards that buyers have saved. The acquirer has the card number. A deleted card stays until the acquirer has '
  'deleted it too; the buyer is null once the account is closed.';
create unique index saved_cards_once on saved_cards (buyer_id, fingerprint) where deleted_at is null;
create index saved_cards_to_forget on saved_cards (deleted_at)
  where deleted_at is not null and forgotten_at_acquirer_at is null;
create index saved_cards_deleted on saved_cards (payment_method_id) where deleted_at is not null;
