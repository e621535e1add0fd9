import type { CommandContext } from '../../action/command.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { listOpenAlerts, type OpenAlert } from '../../notification/alertStore.ts';
import { chooseNextRecipient } from '../../notification/duty/chooseNextRecipient.ts';
import { describeNextEscalation, describeNotifications } from '../../notification/duty/describeNotifications.ts';
import { type DutyPeriod, findOnDuty, formatUtcMinute } from '../../notification/duty/duty.ts';
import { listDutyPeriodsFrom } from '../../notification/duty/dutyStore.ts';
import { findAcknowledgers } from '../../notification/duty/findAcknowledgers.ts';
import { isWaking } from '../../notification/duty/wakingKinds.ts';
import {
  type AlertNotification,
  type AlertWatch,
  findNotifications,
  findWatches,
} from '../../notification/duty/watchStore.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import type { TableRow } from '../../platform/text/formatTable.ts';

type Known = {
  readonly now: Date;
  readonly seenHoldsMs: number;
  readonly duty: readonly DutyPeriod[];
  readonly acknowledgers: ReadonlySet<string>;
};

/** Returns open alerts, newest first, each with who acknowledged it, or who was notified, and its next escalation. */
export async function listAlertRows({ database, rootKeys }: CommandContext, limit: number): Promise<TableRow[]> {
  const alerts = await listOpenAlerts(database, limit);
  const ids = alerts.map(({ id }) => id);
  const watches = new Map((await findWatches(database, ids)).map((watch) => [watch.id, watch]));
  const sentNotifications = Map.groupBy(await findNotifications(database, ids), ({ alert }) => alert);
  const now = await database.now();
  const known: Known = {
    now,
    duty: await listDutyPeriodsFrom(database, now),
    acknowledgers: findAcknowledgers(await loadPersonRegistry(database, rootKeys)),
    seenHoldsMs: (await readSettings(database)).rules.seenHoldsMs,
  };
  return alerts.map((alert) => formatRow(alert, watches.get(alert.id), sentNotifications.get(alert.id) ?? [], known));
}

function formatRow(
  alert: OpenAlert,
  watch: AlertWatch | undefined,
  sentNotifications: readonly AlertNotification[],
  known: Known,
): TableRow {
  const { id, createdAt, kind, times, facts } = alert;
  const notifications = describeNotifications(sentNotifications).join(', ');
  return {
    id,
    at: createdAt,
    kind,
    times,
    'assigned to': watch?.holder ?? notifications,
    since: watch?.seenAt ? formatUtcMinute(watch.seenAt) : '',
    otherwise: formatNextEscalation(kind, watch, sentNotifications, known),
    facts,
  };
}

/** Returns, as text, when the alert next notifies someone, or wakes someone again; empty if it does not. */
export function formatNextEscalation(
  kind: string,
  watch: AlertWatch | undefined,
  sentNotifications: readonly AlertNotification[],
  known: Known,
): string {
  if (!watch) return isWaking(kind) ? 'someone is notified in a moment.' : '';
  const { holder, seenAt, dueAt, handedTo } = watch;
  if (holder !== null && seenAt) {
    if (!known.acknowledgers.has(holder)) return `${holder} can no longer have it: someone is notified in a moment.`;
    return `wakes again if it recurs after ${formatUtcMinute(new Date(seenAt.getTime() + known.seenHoldsMs))}, or gets worse.`;
  }
  if (!dueAt) return sentNotifications.length > 0 ? describeNextEscalation(undefined) : '';
  const at = dueAt > known.now ? dueAt : known.now;
  const notified = sentNotifications.flatMap(({ person }) => person ?? []);
  return describeNextEscalation({
    next: chooseNextRecipient({ handedTo, notified }, findOnDuty(known.duty, at), known.acknowledgers),
    at,
  });
}
