-- Single sign-on of the console by OpenID Connect. Which account belongs to whom is a signed statement, not a row.

alter table console_sessions
  -- The account of a session that single sign-on has opened; null where a passkey has.
  add column sign_on_issuer text,
  add column sign_on_subject text,
  add constraint console_sessions_sign_on_check check ((sign_on_issuer is null) = (sign_on_subject is null));

create table console_sign_ons (
  -- Of the secret that the browser holds: state, nonce and code verifier are derived from it.
  secret_hash bytea primary key,
  -- Who links an account; null during a login.
  person text,
  return_to text not null,
  started_at timestamptz not null,
  answered_at timestamptz,
  -- The account that the identity provider has named to the person who links it.
  issuer text,
  subject text,
  check ((issuer is null) = (subject is null))
);
comment on table console_sign_ons is
  'Visits to the identity provider that the console has begun. Each is answered once; a forged row opens no session.';
create index console_sign_ons_started on console_sign_ons (started_at);

-- For the report of declined payments by period.
create index payment_attempts_by_time on payment_attempts (created_at, id);
