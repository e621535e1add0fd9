import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { type Difference, findUnclearedDifferences } from '../differences/differenceStore.ts';

/** Returns the open difference of this number. Throws {@link CommandError} if there is none. */
export async function requireOpenDifference(
  { database }: Pick<CommandContext, 'database'>,
  id: string,
): Promise<Difference> {
  if (!/^\d{1,15}$/.test(id)) throw new CommandError(`${id || 'nothing'} is not a number in the list of reconcile`);
  const difference = (await findUnclearedDifferences(database)).find((each) => each.id === Number(id));
  if (difference?.state !== 'open') throw new CommandError(`there is no open difference ${id}`);
  return difference;
}

export function requireNoProblem(id: string, problem: string | undefined): void {
  if (problem !== undefined) throw new CommandError(`difference ${id}: ${problem}`);
}
