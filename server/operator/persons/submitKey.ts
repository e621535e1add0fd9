import { GENESIS_HASH } from '@slipway/contract/statements/statement.ts';
import { CommandError } from '../../action/commandError.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { type Credential, computeKeyId, isSignedBy } from '../../platform/persons/credential.ts';
import { type PersonKey, type StatementContent, signStatement } from '../../platform/persons/personKey.ts';
import { encodeSignedText, parseStatement } from '../../platform/persons/statement.ts';
import { sha256 } from '../../platform/secrets.ts';
import {
  acceptInvitation,
  findInvitation,
  findSubmittedKeys,
  type Invitation,
  type SubmittedKey,
} from './invitationStore.ts';

const JOIN = 'join';

/** Submits a public key for an invitation; returns what to do next. The key has no right before it is enrolled. */
export async function submitKey(database: Database, key: PersonKey, code: string): Promise<string> {
  const invitation = await requireInvitation(database, code);
  const { name, roles } = invitation;
  const at = { now: await database.now(), head: GENESIS_HASH };
  const proof = signStatement(key, buildPossessionStatement(invitation), at);
  await saveSubmittedKey(database, { ...invitation, credential: key.credential, proof });
  return `${name}, your key is\n${key.id}\nRead it by voice to an admin, who enrols you: npm run operate -- enrol ${name} ${key.id} --role ${roles.join(',')} --why TEXT`;
}

/** Returns an open invitation. Throws {@link CommandError} if there is none. */
export async function requireInvitation(database: Queryable, code: string): Promise<Invitation> {
  const invitation = await findInvitation(database, sha256(code));
  if (!invitation) throw new CommandError('this invitation does not exist, was used, or has expired');
  return invitation;
}

/** Returns the statement that a key has to sign to prove possession. */
export function buildPossessionStatement({ name, codeHash }: Pick<Invitation, 'name' | 'codeHash'>): StatementContent {
  return { person: name, act: JOIN, arguments: { invitation: codeHash.toString('hex') }, reason: 'an invitation' };
}

/** Stores the key. Throws {@link CommandError} if possession is not proved, or the invitation was used meanwhile. */
export async function saveSubmittedKey(database: Queryable, joined: SubmittedKey): Promise<void> {
  const { codeHash, credential } = joined;
  if (!isPossessionProved(joined))
    throw new CommandError(`you have not proved possession of the key ${computeKeyId(credential)}: join again`);
  if (!(await acceptInvitation(database, codeHash, joined)))
    throw new CommandError('the invitation was used a moment ago');
}

/**
 * Returns the key with this id that was submitted under a name. Throws {@link CommandError} if there is none, or if possession
 * is not proved.
 */
export async function requireSubmittedKey(database: Queryable, name: string, keyId: string): Promise<Credential> {
  const joined = (await findSubmittedKeys(database, name)).find(({ credential }) => computeKeyId(credential) === keyId);
  if (!joined) throw new CommandError(`no one has joined as ${name || 'NAME'} with the key ${keyId || 'KEY-ID'}`);
  if (!isPossessionProved(joined))
    throw new CommandError(`the person who joined as ${name} has not proved possession of the key ${keyId}`);
  return joined.credential;
}

function isPossessionProved({ credential, proof, name, codeHash }: SubmittedKey): boolean {
  const statement = parseStatement(proof.text);
  return (
    statement?.act === JOIN &&
    statement.person === name &&
    statement.key === computeKeyId(credential) &&
    statement.arguments['invitation'] === codeHash.toString('hex') &&
    isSignedBy(credential, encodeSignedText(proof.text), proof.signature)
  );
}
