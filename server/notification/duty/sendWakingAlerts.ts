import type { Database, Transaction } from '../../platform/database/database.ts';
import type { RootKey } from '../../platform/persons/personRegistry.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { AlertChannels } from '../alertChannels.ts';
import { type AlertMessage, formatAlertMail, formatAlertWebhook, type WakingDetails } from '../alertMessage.ts';
import { saveAlertMessage } from '../alertMessageStore.ts';
import { queueMail } from '../mailOutboxStore.ts';
import { queuePushes, readActiveSubscriptions } from '../push/pushStore.ts';
import { chooseNextRecipient, type NextRecipient } from './chooseNextRecipient.ts';
import { describeNextEscalation, describeNotifications } from './describeNotifications.ts';
import { type DutyPeriod, findOnDuty } from './duty.ts';
import { listDutyPeriodsFrom } from './dutyStore.ts';
import { findAcknowledgers } from './findAcknowledgers.ts';
import { readPersonAddresses } from './personAddressStore.ts';
import { identifyCause, isWaking, isWorse, wakingKinds } from './wakingKinds.ts';
import {
  type AlertNotification,
  type DueWatch,
  findAcknowledgedAlerts,
  findChangedAlerts,
  findNotifications,
  findUnwatchedAlerts,
  hasWatchedAlerts,
  insertAcknowledgedWatch,
  insertNotification,
  insertWatch,
  markAlertsNotified,
  readWatchTime,
  restartWatch,
  restartWatches,
  saveKnownFacts,
  scheduleNextNotification,
  takeDueWatches,
} from './watchStore.ts';

export type WakingContext = {
  readonly database: Database;
  readonly alertChannels: AlertChannels;
  readonly operatorName: string;
  readonly rootKeys: readonly RootKey[];
  /** `wakeNextMs`: time until the next recipient. `seenHoldsMs`: how long an acknowledgement covers alerts of the same cause. */
  readonly rules: { readonly wakeNextMs: number; readonly seenHoldsMs: number };
};

/** Alerts of a kind are collected for this long, so that many at once become one message. */
const GATHERED_SECONDS = 10;

/** The data with which the notifications of one run are planned. */
type RoundState = {
  readonly now: Date;
  readonly duty: readonly DutyPeriod[];
  /** Who may acknowledge an alert. */
  readonly acknowledgers: ReadonlySet<string>;
  readonly addresses: ReadonlyMap<string, string>;
  /** Push subscriptions of people, by name; none if push is not configured. */
  readonly phones: ReadonlyMap<string, readonly Buffer[]>;
};

/**
 * Notifies the next recipient of each waking alert by email, webhook and push, at fixed intervals until someone acknowledges
 * the alert or everyone was notified. Recipients and messages commit together, by one worker at a time, so each person is
 * notified once, even after a crash. A message that does not arrive does not stop the escalation.
 */
export async function sendWakingAlerts(context: WakingContext, transaction: Transaction): Promise<void> {
  const { rootKeys, rules } = context;
  await watchNewAlerts(transaction, rules.seenHoldsMs);
  await restartWorsenedAlerts(transaction);
  if (!(await hasWatchedAlerts(transaction))) return;
  const acknowledgers = findAcknowledgers(await loadPersonRegistry(transaction, rootKeys));
  await restartWatches(transaction, [...acknowledgers], rules.seenHoldsMs);
  const due = await takeDueWatches(transaction, GATHERED_SECONDS);
  if (due.length === 0) return;
  const now = await readWatchTime(transaction);
  const state = {
    now,
    acknowledgers,
    duty: await listDutyPeriodsFrom(transaction, now),
    addresses: await readPersonAddresses(transaction),
    phones: context.alertChannels.push
      ? await readActiveSubscriptions(transaction)
      : new Map<string, readonly Buffer[]>(),
  };
  const notifications = await findNotifications(
    transaction,
    due.map(({ id }) => id),
  );
  const plansByMessage = Map.groupBy(
    due.map((watch) => planNotification(context, state, watch, notifications)),
    ({ watch: { kind }, texts: details }) => JSON.stringify([kind, details]),
  );
  for (const plans of plansByMessage.values()) await sendNotifications(context, transaction, state, plans);
}

/**
 * Creates the watches of new alerts. Assigns a new alert to the holder of an alert with the same cause, unless it is worse or
 * that acknowledgement is too old.
 */
async function watchNewAlerts(transaction: Transaction, maxAcknowledgementAgeMs: number): Promise<void> {
  const alerts = await findUnwatchedAlerts(transaction, Object.keys(wakingKinds));
  if (alerts.length === 0) return;
  const now = await readWatchTime(transaction);
  const acknowledged = await findAcknowledgedAlerts(transaction);
  for (const { id, kind, facts } of alerts) {
    const cause = identifyCause(kind, facts);
    const same = acknowledged.filter((each) => identifyCause(each.kind, each.facts) === cause);
    const newest = same.at(0);
    const isKnown = newest && now.getTime() - newest.seenAt.getTime() < maxAcknowledgementAgeMs;
    if (isKnown && same.some((each) => !isWorse(kind, facts, each.facts)))
      await insertAcknowledgedWatch(transaction, id, newest);
    else await insertWatch(transaction, id, GATHERED_SECONDS);
  }
}

/** Restarts the round of an alert that has become worse than its recipients know. */
async function restartWorsenedAlerts(transaction: Transaction): Promise<void> {
  for (const { id, kind, facts, known } of await findChangedAlerts(transaction))
    if (isWorse(kind, facts, known)) await restartWatch(transaction, id);
}

type PlannedNotification = { readonly watch: DueWatch; readonly next: NextRecipient; readonly texts: WakingDetails };

function planNotification(
  { rules }: WakingContext,
  state: RoundState,
  watch: DueWatch,
  notifications: readonly AlertNotification[],
): PlannedNotification {
  const { now, duty, acknowledgers } = state;
  const before = notifications.filter(({ alert }) => alert === watch.id);
  const notified = before.flatMap(({ person }) => person ?? []);
  const next = chooseNextRecipient({ handedTo: watch.handedTo, notified }, findOnDuty(duty, now), acknowledgers);
  const isGap = findOnDuty(duty, now).first === null;
  const history = [
    ...describeNotifications(before),
    ...(isGap && next.kind === 'everybody' ? ['No one is on duty at the moment.'] : []),
  ];
  if (next.kind === 'everybody')
    return {
      watch,
      next,
      texts: { person: null, as: 'everybody', before: history, otherwise: describeNextEscalation(undefined) },
    };
  const { person, as } = next;
  const at = new Date(now.getTime() + rules.wakeNextMs);
  const after = chooseNextRecipient(
    { handedTo: watch.handedTo, notified: [...notified, person] },
    findOnDuty(duty, at),
    acknowledgers,
  );
  return {
    watch,
    next,
    texts: { person, as, before: history, otherwise: describeNextEscalation({ next: after, at }) },
  };
}

/**
 * Notifies one person or everyone of alerts of one kind. Without a channel to everyone, the alerts stay due; a person without
 * a channel is recorded, and the next recipient is due at once.
 */
async function sendNotifications(
  { alertChannels, operatorName, rules }: WakingContext,
  transaction: Transaction,
  state: RoundState,
  plans: readonly PlannedNotification[],
): Promise<void> {
  const [plan] = plans;
  if (!plan) return;
  const { next, texts: details, watch } = plan;
  const { webhook } = alertChannels;
  const person = next.kind === 'person' ? next.person : null;
  const own = person === null ? undefined : state.addresses.get(person);
  const recipients = person === null ? alertChannels.recipients : own === undefined ? [] : [own];
  const phones = findPhones(state, person);
  const ids = plans.map(({ watch: { id } }) => id);
  const hasChannel = recipients.length > 0 || webhook !== undefined || phones.length > 0;
  if (!hasChannel && person === null) return;
  const message: AlertMessage = {
    id: `msg_${randomToken()}`,
    kind: watch.kind,
    at: state.now,
    alerts: plans.map(({ watch: { id, orderNo, at, times } }) => ({ id, orderNo, at, times })),
  };
  if (hasChannel) {
    const body = formatAlertWebhook(message, details);
    await saveAlertMessage(transaction, { id: message.id, kind: watch.kind, body }, webhook !== undefined);
    const mail = formatAlertMail(message, operatorName, details);
    for (const [index, recipient] of recipients.entries())
      await queueMail(transaction, { id: `alert:${message.id}:${index}`, recipient, ...mail });
    await queuePushes(transaction, { message: message.id, topic: computePushTopic(plans) }, phones);
    if (isWaking(watch.kind)) await markAlertsNotified(transaction, ids);
    await saveKnownFacts(transaction, ids);
  }
  for (const { watch: notifiedWatch } of plans) {
    if (recipients.length > 0)
      await insertNotification(transaction, notifiedWatch, { person, channel: 'mail', message: message.id });
    if (webhook)
      await insertNotification(transaction, notifiedWatch, { person, channel: 'webhook', message: message.id });
    if (phones.length > 0)
      await insertNotification(transaction, notifiedWatch, { person, channel: 'push', message: message.id });
    if (!hasChannel) await insertNotification(transaction, notifiedWatch, { person, channel: 'none', message: null });
  }
  const afterMs = hasChannel ? rules.wakeNextMs : 0;
  await scheduleNextNotification(transaction, ids, person === null ? null : afterMs);
}

/** Returns the push subscriptions of a person, or of everyone who may acknowledge alerts. */
function findPhones({ phones, acknowledgers }: RoundState, person: string | null): readonly Buffer[] {
  return [...phones].flatMap(([name, own]) =>
    name === person || (person === null && acknowledgers.has(name)) ? own : [],
  );
}

/**
 * Returns the same topic for the same causes, so that a newer push replaces one that is still undelivered; at most 32
 * characters (RFC 8030).
 */
function computePushTopic(plans: readonly PlannedNotification[]): string {
  const causes = new Set(plans.map(({ watch: { kind, facts } }) => identifyCause(kind, facts)));
  return sha256(JSON.stringify([...causes].toSorted()))
    .toString('base64url')
    .slice(0, 32);
}
