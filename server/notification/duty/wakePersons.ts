import type { Database, Transaction } from '../../platform/database/database.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import type { RootKey } from '../../platform/persons/readPersons.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { AlertChannels } from '../alertChannels.ts';
import { type AlertMessage, alertLetter, type WakingWords, webhookBody } from '../alertMessage.ts';
import { insertMessage } from '../alertMessageStore.ts';
import { queueMail } from '../mailOutboxStore.ts';
import { queuePushes, readSubscribed } from '../push/pushStore.ts';
import { type DutyPeriod, onDutyAt } from './duty.ts';
import { dutyFrom } from './dutyStore.ts';
import { mayHaveAlerts } from './mayHaveAlerts.ts';
import { type Next, nextTold } from './nextTold.ts';
import { readAddresses } from './personAddressStore.ts';
import { saidOf, saidOfNext } from './saidOfTelling.ts';
import { causeOf, isWaking, isWorse, wakingKinds } from './waking.ts';
import {
  changedAlerts,
  type DueWatch,
  heldAlerts,
  insertTelling,
  isAnyWatched,
  restartWatch,
  restartWatches,
  type Telling,
  takeDueWatches,
  tellingsOf,
  unwatchedAlerts,
  watchAlert,
  watchAsHeld,
  watchTime,
  writeKnown,
  writeNext,
  writeTold,
} from './watchStore.ts';

export type WakingContext = {
  readonly database: Database;
  readonly alertChannels: AlertChannels;
  readonly operatorName: string;
  readonly rootKeys: readonly RootKey[];
  readonly rules: { readonly wakeNextMs: number; readonly seenHoldsMs: number };
};

/** Alerts of a kind are gathered for so long, so that many at once are one message. */
const GATHERED_SECONDS = 10;

/** What is known at the moment of a round. */
type Moment = {
  readonly now: Date;
  readonly duty: readonly DutyPeriod[];
  /** Who may have an alert. */
  readonly may: ReadonlySet<string>;
  readonly addresses: ReadonlyMap<string, string>;
  /** The browsers of persons, by name; none where push is not set up. */
  readonly phones: ReadonlyMap<string, readonly Buffer[]>;
};

/**
 * Tells of each alert that wakes whoever is next to be told, by letter, webhook and push, and goes on by the clock until somebody
 * says that they have it, or everybody was told. Who was told is committed with the letters, by one worker at a time: so each
 * is told once, whatever is stopped. A letter, a webhook or a push that does not arrive stops no clock.
 */
export async function wakePersons(context: WakingContext, transaction: Transaction): Promise<void> {
  const { rootKeys, rules } = context;
  await watchNew(transaction, rules.seenHoldsMs);
  await watchWorse(transaction);
  if (!(await isAnyWatched(transaction))) return;
  const may = mayHaveAlerts(await loadPersons(transaction, rootKeys));
  await restartWatches(transaction, [...may], rules.seenHoldsMs);
  const due = await takeDueWatches(transaction, GATHERED_SECONDS);
  if (due.length === 0) return;
  const now = await watchTime(transaction);
  const moment = {
    now,
    may,
    duty: await dutyFrom(transaction, now),
    addresses: await readAddresses(transaction),
    phones: context.alertChannels.push ? await readSubscribed(transaction) : new Map<string, readonly Buffer[]>(),
  };
  const tellings = await tellingsOf(
    transaction,
    due.map(({ id }) => id),
  );
  const alike = Map.groupBy(
    due.map((watch) => planOf(context, moment, watch, tellings)),
    ({ watch: { kind }, words }) => JSON.stringify([kind, words]),
  );
  for (const plans of alike.values()) await tellTogether(context, transaction, moment, plans);
}

/** Another one of a cause that somebody has is theirs as well, unless it is worse or their word is too old. */
async function watchNew(transaction: Transaction, holdsMs: number): Promise<void> {
  const alerts = await unwatchedAlerts(transaction, Object.keys(wakingKinds));
  if (alerts.length === 0) return;
  const now = await watchTime(transaction);
  const held = await heldAlerts(transaction);
  for (const { id, kind, facts } of alerts) {
    const cause = causeOf(kind, facts);
    const same = held.filter((each) => causeOf(each.kind, each.facts) === cause);
    const newest = same.at(0);
    const isKnown = newest && now.getTime() - newest.seenAt.getTime() < holdsMs;
    if (isKnown && same.some((each) => !isWorse(kind, facts, each.facts))) await watchAsHeld(transaction, id, newest);
    else await watchAlert(transaction, id, GATHERED_SECONDS);
  }
}

/** An alert that is kept up to date, and has become worse than whoever was told of it knows, is as good as a new one. */
async function watchWorse(transaction: Transaction): Promise<void> {
  for (const { id, kind, facts, known } of await changedAlerts(transaction))
    if (isWorse(kind, facts, known)) await restartWatch(transaction, id);
}

type Plan = { readonly watch: DueWatch; readonly next: Next; readonly words: WakingWords };

function planOf({ rules }: WakingContext, moment: Moment, watch: DueWatch, tellings: readonly Telling[]): Plan {
  const { now, duty, may } = moment;
  const before = tellings.filter(({ alert }) => alert === watch.id);
  const told = before.flatMap(({ person }) => person ?? []);
  const next = nextTold({ handedTo: watch.handedTo, told }, onDutyAt(duty, now), may);
  const isGap = onDutyAt(duty, now).first === null;
  const said = [
    ...saidOf(before),
    ...(isGap && next.kind === 'everybody' ? ['Nobody is on duty at this moment.'] : []),
  ];
  if (next.kind === 'everybody')
    return { watch, next, words: { person: null, as: 'everybody', before: said, otherwise: saidOfNext(undefined) } };
  const { person, as } = next;
  const at = new Date(now.getTime() + rules.wakeNextMs);
  const after = nextTold({ handedTo: watch.handedTo, told: [...told, person] }, onDutyAt(duty, at), may);
  return { watch, next, words: { person, as, before: said, otherwise: saidOfNext({ next: after, at }) } };
}

/** Of one kind, to the same person or to everybody. Where nobody can be told, it stays due. */
async function tellTogether(
  { alertChannels, operatorName, rules }: WakingContext,
  transaction: Transaction,
  moment: Moment,
  plans: readonly Plan[],
): Promise<void> {
  const [plan] = plans;
  if (!plan) return;
  const { next, words, watch } = plan;
  const { webhook } = alertChannels;
  const person = next.kind === 'person' ? next.person : null;
  const own = person === null ? undefined : moment.addresses.get(person);
  const recipients = person === null ? alertChannels.recipients : own === undefined ? [] : [own];
  const phones = phonesOf(moment, person);
  const ids = plans.map(({ watch: { id } }) => id);
  const isTold = recipients.length > 0 || webhook !== undefined || phones.length > 0;
  if (!isTold && person === null) return;
  const message: AlertMessage = {
    id: `msg_${randomToken()}`,
    kind: watch.kind,
    at: moment.now,
    alerts: plans.map(({ watch: { id, orderNo, at, times } }) => ({ id, orderNo, at, times })),
  };
  if (isTold) {
    const body = webhookBody(message, words);
    await insertMessage(transaction, { id: message.id, kind: watch.kind, body }, webhook !== undefined);
    const letter = alertLetter(message, operatorName, words);
    for (const [index, recipient] of recipients.entries())
      await queueMail(transaction, { id: `alert:${message.id}:${index}`, recipient, ...letter });
    await queuePushes(transaction, { message: message.id, topic: topicOf(plans) }, phones);
    if (isWaking(watch.kind)) await writeTold(transaction, ids);
    await writeKnown(transaction, ids);
  }
  for (const { watch: told } of plans) {
    if (recipients.length > 0) await insertTelling(transaction, told, { person, channel: 'mail', message: message.id });
    if (webhook) await insertTelling(transaction, told, { person, channel: 'webhook', message: message.id });
    if (phones.length > 0) await insertTelling(transaction, told, { person, channel: 'push', message: message.id });
    if (!isTold) await insertTelling(transaction, told, { person, channel: 'none', message: null });
  }
  // Whoever cannot be told at all keeps nobody waiting.
  const afterMs = isTold ? rules.wakeNextMs : 0;
  await writeNext(transaction, ids, person === null ? null : afterMs);
}

/** Of a person, or of everybody who may have an alert. */
function phonesOf({ phones, may }: Moment, person: string | null): readonly Buffer[] {
  return [...phones].flatMap(([name, own]) => (name === person || (person === null && may.has(name)) ? own : []));
}

/** The same for the same causes, so that of two that a phone has not got yet it gets the newer; 32 characters at most (RFC 8030). */
function topicOf(plans: readonly Plan[]): string {
  const causes = new Set(plans.map(({ watch: { kind, facts } }) => causeOf(kind, facts)));
  return sha256(JSON.stringify([...causes].toSorted()))
    .toString('base64url')
    .slice(0, 32);
}
