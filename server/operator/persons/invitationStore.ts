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

/** Whoever was invited, with the key that they have handed in and the proof that they have its other half. */
export type Joined = Invitation & { readonly credential: Credential; readonly proof: SignedStatement };

export async function insertInvitation(database: Queryable, invitation: Invitation, days: number): Promise<void> {
  const { codeHash, name, roles, invitedBy } = invitation;
  await database.run(sql`
    insert into invitations (code_hash, name, roles, invited_by, created_at, expires_at)
    values (${codeHash}, ${name}, ${[...roles]}, ${invitedBy}, slipway_now(), slipway_now() + make_interval(days => ${days}))`);
}

/** One that is open still. */
export async function findInvitation(database: Queryable, codeHash: Buffer): Promise<Invitation | undefined> {
  return database.maybeOne<Invitation>(sql`
    select name, roles, invited_by as "invitedBy", code_hash as "codeHash" from invitations
    where code_hash = ${codeHash} and joined_at is null and expires_at > slipway_now()`);
}

/** False where somebody has used the code before. */
export async function acceptInvitation(
  database: Queryable,
  codeHash: Buffer,
  { credential, proof }: Pick<Joined, 'credential' | 'proof'>,
): Promise<boolean> {
  const { kind, form, publicKey } = credential;
  const changed = await database.run(sql`
    update invitations set credential_kind = ${kind}, credential_form = ${form},
      public_key = ${Buffer.from(publicKey, 'base64')}, joined_at = slipway_now(),
      proof = ${proof.text}, proof_signature = ${Buffer.from(proof.signature)}
    where code_hash = ${codeHash} and joined_at is null and expires_at > slipway_now()`);
  return changed > 0;
}

/** Everybody who has handed in a key under a name, newest first. */
export async function joinedAs(database: Queryable, name: string): Promise<Joined[]> {
  const rows = await database.many<
    Invitation & { kind: 'ed25519'; form: 'spki'; publicKey: Buffer; proof: string; signature: Buffer }
  >(sql`
    select name, roles, invited_by as "invitedBy", code_hash as "codeHash", credential_kind as kind, credential_form as form,
      public_key as "publicKey", proof, proof_signature as signature
    from invitations where name = ${name} and joined_at is not null order by id desc`);
  return rows.map(({ kind, form, publicKey, proof, signature, ...invitation }) => ({
    ...invitation,
    credential: { kind, form, publicKey: publicKey.toString('base64') },
    proof: { text: proof, signature },
  }));
}
