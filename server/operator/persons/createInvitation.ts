import { isRole, type Role } from '@slipway/contract/entities/roles.ts';
import { CommandError } from '../../action/commandError.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import { readableToken, sha256 } from '../../platform/secrets.ts';
import { insertInvitation } from './invitationStore.ts';

const CODE_LETTERS = 20;
export const INVITATION_DAYS = 3;

/**
 * Creates an invitation and returns its code, with which one new person submits a key. Throws {@link CommandError} for an
 * invalid name, for invalid roles, or for roles that cannot be given yet.
 */
export async function createInvitation(
  database: Database,
  persons: PersonRegistry,
  { name, roles, invitedBy }: { readonly name: string; readonly roles: readonly string[]; readonly invitedBy: string },
): Promise<string> {
  if (!/^[a-z][\w.-]{0,39}$/.test(name))
    throw new CommandError('give a name in lowercase letters: invite ben --role admin');
  if (roles.length === 0 || !roles.every(isRole)) throw new CommandError('give one role or several with --role');
  const knownRoles = roles.filter(isRole);
  requireSecondAdminFirst(persons, knownRoles);
  const code = readableToken(CODE_LETTERS);
  await insertInvitation(database, { name, roles: knownRoles, invitedBy, codeHash: sha256(code) }, INVITATION_DAYS);
  return code;
}

/** Throws {@link CommandError} if there is only the first admin, and the invitation is not for a second admin. */
export function requireSecondAdminFirst({ enrolled, former }: PersonRegistry, roles: readonly Role[]): void {
  if (enrolled.size === 1 && former.size === 0 && !roles.includes('admin'))
    throw new CommandError(
      'the first admin enrols one other admin alone; from then on it takes two admins: invite the other admin first',
    );
}
