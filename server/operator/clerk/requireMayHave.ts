import { CommandError } from '../commandError.ts';

/** Throws {@link CommandError} for somebody who is no person at this moment, or of a role that has no alerts. */
export function requireMayHave(may: ReadonlySet<string>, name: string): void {
  if (!may.has(name))
    throw new CommandError(`${name || 'nobody'} cannot have an alert; these can: ${[...may].toSorted().join(', ')}`);
}
