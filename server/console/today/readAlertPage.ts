import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { findOpenRequests, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { acknowledgeAlert } from '../../notification/actions/acknowledgeAlert.ts';
import { reassignAlert } from '../../notification/actions/reassignAlert.ts';
import { settleAlert } from '../../notification/actions/settleAlert.ts';
import { describeAlertKind, findOpenAlert, type OpenAlert } from '../../notification/alertStore.ts';
import { findOnDuty } from '../../notification/duty/duty.ts';
import { listDutyPeriodsFrom } from '../../notification/duty/dutyStore.ts';
import { findAcknowledgers } from '../../notification/duty/findAcknowledgers.ts';
import { isWaking } from '../../notification/duty/wakingKinds.ts';
import { findNotifications, findWatches } from '../../notification/duty/watchStore.ts';
import { findAction } from '../../operator/actions.ts';
import { humanizeCode } from '../../operator/attention/attentionTitles.ts';
import { formatAlertFact } from '../../operator/attention/formatReasonCode.ts';
import { formatNextEscalation } from '../../operator/commandLine/listAlertRows.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import { acceptSanctionsList } from '../../risk/actions/acceptSanctionsList.ts';
import { findDoubt } from '../../risk/doubtStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { type ActionOption, buildActionOption } from '../requests/buildActionOption.ts';
import { loadRequestViewContext, presentRequest } from '../requests/presentRequest.ts';
import { buildStopAction, isAboutSigner } from '../treasury/signerActions.ts';
import { findOrderNumbers } from './queueStore.ts';

/** Returns the page of an open alert. Throws `not_found` if it does not exist or is settled. */
export async function readAlertPage(
  context: ConsoleContext,
  id: number,
  person: ConsolePerson,
): Promise<ConsoleCallData<'alert'>> {
  const { database, settings } = context;
  const alert = await findOpenAlert(database, id);
  if (!alert) throw new AppError('not_found', { what: 'open alert', name: String(id) });
  const [[watch], notifications, now, viewContext, numbers, requests] = await Promise.all([
    findWatches(database, [id]),
    findNotifications(database, [id]),
    database.now(),
    loadRequestViewContext(context, person),
    findOrderNumbers(database, alert.orderId === null ? [] : [alert.orderId]),
    findOpenRequests(database),
  ]);
  const registry = viewContext.persons;
  const orderNo = (alert.orderId !== null && numbers.get(alert.orderId)) || null;
  const duty = await listDutyPeriodsFrom(database, now);
  const acknowledgers = findAcknowledgers(registry);
  const { first, second } = findOnDuty(duty, now);
  const onDuty = [first, second].filter((name) => name !== null && acknowledgers.has(name)) as string[];
  const others = [...acknowledgers].filter((name) => !onDuty.includes(name)).toSorted();
  const terms = { now, duty, acknowledgers, seenHoldsMs: settings().rules.seenHoldsMs };
  const subject = String(id);
  const input = { round: String(watch?.round ?? 1) };
  const unwatched = watch
    ? undefined
    : 'This alert wakes no one: handle it on the page of the order or item that it concerns.';
  const acknowledgeOption = {
    action: acknowledgeAlert.name,
    subject,
    input,
    needsSecondApproval: false,
    problem: unwatched,
  } as const;
  return {
    id,
    kind: alert.kind,
    means: describeAlertKind(alert.kind) ?? humanizeCode(alert.kind),
    at: alert.createdAt.toISOString(),
    times: alert.times,
    orderNo,
    facts: Object.entries(alert.facts).flatMap(([name, fact]) => {
      const value = formatAlertFact(name, fact);
      return value === undefined ? [] : [{ name: humanizeCode(name), value }];
    }),
    wakes: isWaking(alert.kind),
    holder: watch?.holder ?? null,
    seenAt: watch?.seenAt?.toISOString() ?? null,
    otherwise:
      formatNextEscalation(alert.kind, watch, notifications, terms) || 'It stays open until someone settles it.',
    actions: [
      buildActionOption(registry, person, {
        ...acknowledgeOption,
        problem: unwatched ?? explainAssigned(watch?.holder, person.name, acknowledgers),
        ...acknowledgeAlert.button(),
      }),
      buildActionOption(registry, person, {
        ...acknowledgeOption,
        action: reassignAlert.name,
        input: { ...input, to: '' },
        ...reassignAlert.button(),
      }),
      buildActionOption(registry, person, {
        action: settleAlert.name,
        subject,
        input: {},
        ...settleAlert.button(),
        needsSecondApproval: false,
      }),
      ...(await buildAcceptListActions(database, registry, person, alert)),
      buildStopAction(registry, person),
    ],
    requests: requests
      .filter((request) => request.status === 'waiting' && isRelatedRequest(request, alert, orderNo))
      .map((request) => presentRequest(request, viewContext)),
    onDuty: [...onDuty, ...others].filter((name) => name !== person.name),
  };
}

/** Returns the action that accepts an edition of a sanctions list, if the alert is about one that is still doubted. */
async function buildAcceptListActions(
  database: Queryable,
  persons: PersonRegistry,
  person: ConsolePerson,
  { kind, facts }: OpenAlert,
): Promise<ActionOption[]> {
  const { source, hash } = facts;
  if (kind !== 'sanctions_list_doubted' || typeof source !== 'string' || typeof hash !== 'string') return [];
  const doubt = await findDoubt(database, source);
  const isOpen = doubt?.hash === hash && doubt.acceptedBy === null;
  return [
    buildActionOption(persons, person, {
      action: acceptSanctionsList.name,
      subject: source,
      input: { hash },
      ...acceptSanctionsList.button(),
      needsSecondApproval: true,
      problem: isOpen ? undefined : 'This edition was already accepted, or another one has replaced it.',
    }),
  ];
}

/**
 * Returns true if a request is about the same order or list as the alert, or about the signer in an alert that it or the
 * payouts are stopped, so that the viewer of the alert may want to approve it.
 */
function isRelatedRequest(
  request: OperatorRequest,
  { kind, facts: { source } }: OpenAlert,
  orderNo: string | null,
): boolean {
  if (isAboutSigner(request)) return kind === 'signing_stopped' || kind === 'payouts_stopped';
  if (request.action === 'accept-list') return kind === 'sanctions_list_doubted' && request.subject === source;
  return findAction(request.action)?.subject === 'order' && request.subject === orderNo;
}

/**
 * Returns the reason why the alert cannot be acknowledged: its holder. Undefined if there is none, or if the holder may
 * no longer act on it.
 */
function explainAssigned(
  holder: string | null | undefined,
  me: string,
  acknowledgers: ReadonlySet<string>,
): string | undefined {
  if (holder === me) return 'It is assigned to you.';
  return holder && acknowledgers.has(holder) ? `It is assigned to ${holder}.` : undefined;
}
