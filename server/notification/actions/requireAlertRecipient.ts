import { CommandError } from '../../action/commandError.ts';

/** Throws {@link CommandError} if no enrolled person has this name and a role that receives alerts. */
export function requireAlertRecipient(acknowledgers: ReadonlySet<string>, name: string): void {
  if (!acknowledgers.has(name))
    throw new CommandError(
      `${name || 'no one'} cannot receive alerts; these can: ${[...acknowledgers].toSorted().join(', ')}`,
    );
}
