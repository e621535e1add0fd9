import { isRole, type Role } from '@slipway/contract/entities/roles.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import { readableToken, sha256 } from '../../platform/secrets.ts';
import { CommandError } from '../commandError.ts';
import { insertInvitation } from './invitationStore.ts';

const CODE_LETTERS = 20;
export const INVITATION_DAYS = 3;

/** A code by which one new person hands in a key. Throws {@link CommandError} for a name or roles that nobody can have yet. */
export async function invite(
  database: Database,
  persons: Persons,
  { name, roles, invitedBy }: { readonly name: string; readonly roles: readonly string[]; readonly invitedBy: string },
): Promise<string> {
  if (!/^[a-z][\w.-]{0,39}$/.test(name)) throw new CommandError('say a name in small letters: invite ben --role admin');
  if (roles.length === 0 || !roles.every(isRole)) throw new CommandError('say what they may: one role or several');
  const held = roles.filter(isRole);
  requireNotAlone(persons, held);
  const code = readableToken(CODE_LETTERS);
  await insertInvitation(database, { name, roles: held, invitedBy, codeHash: sha256(code) }, INVITATION_DAYS);
  return code;
}

/** The first admin can make nobody but a second one. Throws {@link CommandError}. */
export function requireNotAlone({ enrolled, former }: Persons, roles: readonly Role[]): void {
  if (enrolled.size === 1 && former.size === 0 && !roles.includes('admin'))
    throw new CommandError(
      'the first admin names one other admin alone, and from then on two do: invite that one first',
    );
}
