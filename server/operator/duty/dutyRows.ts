import { type DutyPeriod, inUtc, rosterOf } from '../../notification/duty/duty.ts';
import { dutyFrom } from '../../notification/duty/dutyStore.ts';
import { mayHaveAlerts } from '../../notification/duty/mayHaveAlerts.ts';
import { personsReached } from '../../notification/duty/personsReached.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import type { CommandContext } from '../command.ts';
import type { TableRow } from '../printTable.ts';

/** The roster from this moment to its end, gaps as rows of their own. */
export async function dutyRows({ database, rootKeys }: CommandContext): Promise<TableRow[]> {
  const now = await database.now();
  const periods = await dutyFrom(database, now);
  const end = periods.reduce((latest, { to }) => (to > latest ? to : latest), now);
  const may = mayHaveAlerts(await loadPersons(database, rootKeys));
  const reached = await personsReached(database);
  const shown = (name: string | null) => {
    if (name === null) return '';
    if (!may.has(name)) return `${name} (passed over: may not have alerts any more)`;
    return reached.has(name) ? name : `${name} (no address, no phone)`;
  };
  const row = ({ from, to, first, second }: DutyPeriod): TableRow => ({
    from: from <= now ? 'now' : inUtc(from),
    to: inUtc(to),
    first: first === null ? 'nobody: all of ALERT_MAIL are told' : shown(first),
    second: shown(second),
  });
  const open: TableRow = {
    from: end <= now ? 'now' : inUtc(end),
    to: '',
    first: 'nobody: all of ALERT_MAIL are told',
    second: '',
  };
  return [...(end > now ? rosterOf(periods, now, end).map(row) : []), open];
}
