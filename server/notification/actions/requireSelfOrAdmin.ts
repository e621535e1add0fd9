import { CommandError } from '../../action/commandError.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';

/** Throws {@link CommandError} if the person does not exist, or if `who` is neither this person nor an admin. */
export function requireSelfOrAdmin({ enrolled }: PersonRegistry, who: string, person: string): void {
  const people = [...enrolled.values()];
  if (!people.some(({ name }) => name === person))
    throw new CommandError(`there is no person ${person || 'NAME'}: npm run operate -- persons`);
  const isAdmin = people.some(({ name, roles }) => name === who && roles.includes('admin'));
  if (who !== person && !isAdmin)
    throw new CommandError(`only ${person} or an admin may change the address of ${person}`);
}
