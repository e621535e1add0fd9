import type { CommandContext } from '../../action/command.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import type { TableRow } from '../../platform/text/formatTable.ts';
import { formatUtcMinute } from '../duty/duty.ts';
import { findAcknowledgers } from '../duty/findAcknowledgers.ts';
import { findReachablePeople } from '../duty/findReachablePeople.ts';
import { readRoster } from '../duty/readRoster.ts';

/** Returns the roster from now to its end, with gaps as rows. */
export async function listDutyRows({ database, rootKeys }: CommandContext): Promise<TableRow[]> {
  const now = await database.now();
  const acknowledgers = findAcknowledgers(await loadPersonRegistry(database, rootKeys));
  const reachable = await findReachablePeople(database);
  const formatPerson = (name: string | null) => {
    if (name === null) return '';
    if (!acknowledgers.has(name)) return `${name} (skipped: can no longer receive alerts)`;
    return reachable.has(name) ? name : `${name} (no address, no phone)`;
  };
  return (await readRoster(database, now)).map(({ from, to, first, second }) => ({
    from: from <= now ? 'now' : formatUtcMinute(from),
    to: to ? formatUtcMinute(to) : '',
    first: first === null ? 'no one: everyone in ALERT_MAIL is notified' : formatPerson(first),
    second: formatPerson(second),
  }));
}
