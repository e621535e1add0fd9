import { readRows } from '../../configuration/configurationStore.ts';
import { readConfiguration } from '../../configuration/kinds.ts';
import { settingsOf } from '../../configuration/settings.ts';
import { type OpenAlert, openAlerts } from '../../notification/alertStore.ts';
import { type DutyPeriod, inUtc, onDutyAt } from '../../notification/duty/duty.ts';
import { dutyFrom } from '../../notification/duty/dutyStore.ts';
import { mayHaveAlerts } from '../../notification/duty/mayHaveAlerts.ts';
import { nextTold } from '../../notification/duty/nextTold.ts';
import { saidOf, saidOfNext } from '../../notification/duty/saidOfTelling.ts';
import { isWaking } from '../../notification/duty/waking.ts';
import { type Telling, tellingsOf, type Watch, watchesOf } from '../../notification/duty/watchStore.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import type { CommandContext } from '../command.ts';
import type { TableRow } from '../printTable.ts';

type Known = {
  readonly now: Date;
  readonly seenHoldsMs: number;
  readonly duty: readonly DutyPeriod[];
  readonly may: ReadonlySet<string>;
};

/** Open alerts, newest first: who has each, since when, and what happens otherwise. */
export async function alertRows({ database, rootKeys }: CommandContext, limit: number): Promise<TableRow[]> {
  const alerts = await openAlerts(database, limit);
  const ids = alerts.map(({ id }) => id);
  const watches = new Map((await watchesOf(database, ids)).map((watch) => [watch.id, watch]));
  const tellings = Map.groupBy(await tellingsOf(database, ids), ({ alert }) => alert);
  const now = await database.now();
  const known: Known = {
    now,
    duty: await dutyFrom(database, now),
    may: mayHaveAlerts(await loadPersons(database, rootKeys)),
    seenHoldsMs: settingsOf(readConfiguration(await readRows(database))).rules.seenHoldsMs,
  };
  return alerts.map((alert) => rowOf(alert, watches.get(alert.id), tellings.get(alert.id) ?? [], known));
}

function rowOf(alert: OpenAlert, watch: Watch | undefined, tellings: readonly Telling[], known: Known): TableRow {
  const { id, createdAt, kind, times, facts } = alert;
  const told = saidOf(tellings).join(', ');
  return {
    id,
    at: createdAt,
    kind,
    times,
    'who has it': watch?.holder ?? told,
    since: watch?.seenAt ? inUtc(watch.seenAt) : '',
    otherwise: otherwiseOf(kind, watch, tellings, known),
    facts,
  };
}

/** What happens if nobody says that they have it, in words; empty where nothing does by itself. */
export function otherwiseOf(
  kind: string,
  watch: Watch | undefined,
  tellings: readonly Telling[],
  known: Known,
): string {
  if (!watch) return isWaking(kind) ? 'somebody is told in a moment.' : '';
  const { holder, seenAt, dueAt, handedTo } = watch;
  if (holder !== null && seenAt) {
    if (!known.may.has(holder)) return `${holder} may not have it any more: somebody is told in a moment.`;
    return `wakes again if it comes again after ${inUtc(new Date(seenAt.getTime() + known.seenHoldsMs))}, or worse.`;
  }
  if (!dueAt) return tellings.length > 0 ? saidOfNext(undefined) : '';
  const at = dueAt > known.now ? dueAt : known.now;
  const told = tellings.flatMap(({ person }) => person ?? []);
  return saidOfNext({ next: nextTold({ handedTo, told }, onDutyAt(known.duty, at), known.may), at });
}
