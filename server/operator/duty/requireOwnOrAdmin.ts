import type { Persons } from '../../platform/persons/readPersons.ts';
import { CommandError } from '../commandError.ts';

/** Throws {@link CommandError} where somebody who is no admin speaks of another person, or there is no such person. */
export function requireOwnOrAdmin({ enrolled }: Persons, who: string, person: string): void {
  const everybody = [...enrolled.values()];
  if (!everybody.some(({ name }) => name === person))
    throw new CommandError(`there is no person ${person || 'NAME'}: npm run operate -- persons`);
  const isAdmin = everybody.some(({ name, roles }) => name === who && roles.includes('admin'));
  if (who !== person && !isAdmin) throw new CommandError(`the address of ${person} is theirs to say, or an admin's`);
}
