import { NOTHING_BEFORE } from '@slipway/contract/statements/statement.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { type Credential, isSignedBy, keyIdOf } from '../../platform/persons/credential.ts';
import { type PersonKey, type Saying, sayWith } from '../../platform/persons/personKey.ts';
import { readStatement, signedBytes } from '../../platform/persons/statement.ts';
import { sha256 } from '../../platform/secrets.ts';
import { CommandError } from '../commandError.ts';
import { acceptInvitation, findInvitation, type Invitation, type Joined, joinedAs } from './invitationStore.ts';

const JOIN = 'join';

/** Hands in the public half of a key under an invitation. It gives no right before an admin enrols it. */
export async function join(database: Database, key: PersonKey, code: string): Promise<string> {
  const invitation = await requireInvitation(database, code);
  const { name, roles } = invitation;
  const at = { now: await database.now(), head: NOTHING_BEFORE };
  const proof = sayWith(key, joiningOf(invitation), at);
  await handIn(database, { ...invitation, credential: key.credential, proof });
  return `${name}, your key is\n${key.id}\nRead it to an admin by voice, who enrols you: npm run operate -- enrol ${name} ${key.id} --role ${roles.join(',')} --why TEXT`;
}

/** One that is open still. Throws {@link CommandError} where there is none. */
export async function requireInvitation(database: Queryable, code: string): Promise<Invitation> {
  const invitation = await findInvitation(database, sha256(code));
  if (!invitation) throw new CommandError('there is no such invitation, or it was used, or three days are over');
  return invitation;
}

/** What proves to have a key's other half, once that has signed it. */
export function joiningOf({ name, codeHash }: Pick<Invitation, 'name' | 'codeHash'>): Saying {
  return { person: name, act: JOIN, arguments: { invitation: codeHash.toString('hex') }, reason: 'an invitation' };
}

/** Throws {@link CommandError} for a key that is not proved, or an invitation that was used meanwhile. */
export async function handIn(database: Queryable, joined: Joined): Promise<void> {
  const { codeHash, credential } = joined;
  if (!isProved(joined))
    throw new CommandError(`it is not proved that you have the key ${keyIdOf(credential)}: join again`);
  if (!(await acceptInvitation(database, codeHash, joined)))
    throw new CommandError('the invitation was used a moment ago');
}

/** The key that somebody has handed in under a name. Throws {@link CommandError} where none of that id was, or it is not proved. */
export async function keyHandedIn(database: Queryable, name: string, keyId: string): Promise<Credential> {
  const joined = (await joinedAs(database, name)).find(({ credential }) => keyIdOf(credential) === keyId);
  if (!joined) throw new CommandError(`nobody has joined as ${name || 'NAME'} with the key ${keyId || 'KEY-ID'}`);
  if (!isProved(joined)) throw new CommandError(`whoever joined as ${name} has not proved to have the key ${keyId}`);
  return joined.credential;
}

function isProved({ credential, proof, name, codeHash }: Joined): boolean {
  const said = readStatement(proof.text);
  return (
    said?.act === JOIN &&
    said.person === name &&
    said.key === keyIdOf(credential) &&
    said.arguments['invitation'] === codeHash.toString('hex') &&
    isSignedBy(credential, signedBytes(proof.text), proof.signature)
  );
}
