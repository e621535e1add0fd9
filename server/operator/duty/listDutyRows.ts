import { formatUtcMinute } from '../../notification/duty/duty.ts';
import { findAcknowledgers } from '../../notification/duty/findAcknowledgers.ts';
import { findReachablePeople } from '../../notification/duty/findReachablePeople.ts';
import { readRoster } from '../../notification/duty/readRoster.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import type { CommandContext } from '../command.ts';
import type { TableRow } from '../tables/formatTable.ts';

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
