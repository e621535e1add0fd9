import type { Role } from '@slipway/contract/entities/roles.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Credential } from '../../platform/persons/credential.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';

export type Invitation = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly invitedBy: string;
  readonly codeHash: Buffer;
};

/** An invitation with the key that was submitted and the proof of possession. */
export type SubmittedKey = Invitation & { readonly credential: Credential; readonly proof: SignedStatement };

export async function insertInvitation(database: Queryable, invitation: Invitation, days: number): Promise<void> {
  const { codeHash, name, roles, invitedBy } = invitation;
  await database.run(sql`
    insert into invitations (code_hash, name, roles, invited_by, created_at, expires_at)
    values (${codeHash}, ${name}, ${[...roles]}, ${invitedBy}, slipway_now(), slipway_now() + make_interval(days => ${days}))`);
}

/** Returns an open invitation; undefined if there is none. */
export async function findInvitation(database: Queryable, codeHash: Buffer): Promise<Invitation | undefined> {
  return database.maybeOne<Invitation>(sql`
    select name, roles, invited_by, code_hash from invitations
    where code_hash = ${codeHash} and joined_at is null and expires_at > slipway_now()`);
}

/** Stores the challenge for creating a passkey for an invitation; replaces the previous challenge. */
export async function saveChallenge(
  database: Queryable,
  codeHash: Buffer,
  { challenge, seconds }: { readonly challenge: Uint8Array; readonly seconds: number },
): Promise<void> {
  await database.run(sql`
    update invitations set passkey_challenge = ${Buffer.from(challenge)},
      challenge_ends_at = slipway_now() + make_interval(secs => ${seconds})
    where code_hash = ${codeHash} and joined_at is null`);
}

/** Returns the challenge; undefined if it has expired, or the invitation was used. */
export async function findChallenge(database: Queryable, codeHash: Buffer): Promise<Buffer | undefined> {
  const found = await database.maybeOne<{ challenge: Buffer }>(sql`
    select passkey_challenge as challenge from invitations
    where code_hash = ${codeHash} and joined_at is null and challenge_ends_at > slipway_now()`);
  return found?.challenge;
}

/** Stores the submitted key and marks the invitation as used. Returns false if the invitation was used or has expired. */
export async function acceptInvitation(
  database: Queryable,
  codeHash: Buffer,
  { credential, proof }: Pick<SubmittedKey, 'credential' | 'proof'>,
): Promise<boolean> {
  const { kind, form, publicKey } = credential;
  const { origin, credentialId } = kind === 'passkey' ? credential : { origin: null, credentialId: null };
  const changed = await database.run(sql`
    update invitations set credential_kind = ${kind}, credential_form = ${form},
      public_key = ${Buffer.from(publicKey, 'base64')}, credential_origin = ${origin}, credential_id = ${credentialId},
      passkey_challenge = null, challenge_ends_at = null, joined_at = slipway_now(),
      proof = ${proof.text}, proof_signature = ${Buffer.from(proof.signature)}
    where code_hash = ${codeHash} and joined_at is null and expires_at > slipway_now()`);
  return changed > 0;
}

type JoinedRow = Invitation & {
  readonly publicKey: Buffer;
  readonly origin: string | null;
  readonly credentialId: string | null;
  readonly proof: string;
  readonly signature: Buffer;
};

/** Returns every key that was submitted under a name, newest first. */
export async function findSubmittedKeys(database: Queryable, name: string): Promise<SubmittedKey[]> {
  const rows = await database.many<JoinedRow>(sql`
    select name, roles, invited_by, code_hash, public_key,
      credential_origin as origin, credential_id, proof, proof_signature as signature
    from invitations where name = ${name} and joined_at is not null order by id desc`);
  return rows.map((row) => ({
    name: row.name,
    roles: row.roles,
    invitedBy: row.invitedBy,
    codeHash: row.codeHash,
    credential: toCredential(row),
    proof: { text: row.proof, signature: row.signature },
  }));
}

/** Returns the credential. Only a passkey has an origin and an id, which the table enforces. */
function toCredential({ publicKey: key, origin, credentialId }: JoinedRow): Credential {
  const publicKey = key.toString('base64');
  return origin === null || credentialId === null
    ? { kind: 'ed25519', form: 'spki', publicKey }
    : { kind: 'passkey', form: 'spki', publicKey, origin, credentialId };
}
