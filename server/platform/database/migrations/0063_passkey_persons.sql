-- Persons sign with passkeys. None was ever verified before: nothing that was signed by one is stored, and none was handed in.

-- The signature holds all that an authenticator has answered, so that it counts by itself. The check on both goes with them.
alter table operator_statements
  drop column authenticator_data,
  drop column client_data;

alter table invitations
  -- Where a passkey signs, and how a browser names it.
  add column credential_origin text,
  add column credential_id text,
  -- What a browser is asked to make one with, until it ends or the invitation is used.
  add column passkey_challenge bytea,
  add column challenge_ends_at timestamptz,
  drop constraint invitations_credential_form_check,
  add constraint invitations_credential_form_check check (credential_form = 'spki'),
  add check ((credential_kind is not distinct from 'passkey') = (credential_origin is not null)),
  add check ((credential_kind is not distinct from 'passkey') = (credential_id is not null)),
  add check ((passkey_challenge is null) = (challenge_ends_at is null));
