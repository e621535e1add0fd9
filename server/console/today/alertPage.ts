import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { findAlert, meaningOfAlert, type OpenAlert } from '../../notification/alertStore.ts';
import { onDutyAt } from '../../notification/duty/duty.ts';
import { dutyFrom } from '../../notification/duty/dutyStore.ts';
import { mayHaveAlerts } from '../../notification/duty/mayHaveAlerts.ts';
import { isWaking } from '../../notification/duty/waking.ts';
import { tellingsOf, watchesOf } from '../../notification/duty/watchStore.ts';
import { inWords } from '../../operator/attention/attentionTitles.ts';
import { otherwiseOf } from '../../operator/duty/alertRows.ts';
import { isOrderAction } from '../../operator/requestActions.ts';
import { type OperatorRequest, openRequests } from '../../operator/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import { findDoubt } from '../../risk/doubtStore.ts';
import { type OfferedAct, offerAct } from '../acts/offerAct.ts';
import { shownRequest, viewing } from '../acts/shownRequest.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { isAboutSigner, offerStop } from '../treasury/signerActs.ts';
import { orderNumbers } from './queueStore.ts';

/** Throws `not_found` for one that does not exist, or that somebody has settled. */
export async function alertPage(
  context: ConsoleContext,
  id: number,
  person: ConsolePerson,
): Promise<ConsoleCallData<'alert'>> {
  const { database, settings } = context;
  const alert = await findAlert(database, id);
  if (!alert) throw new AppError('not_found', { what: 'open alert', name: String(id) });
  const [[watch], tellings, now, viewed, numbers, requests] = await Promise.all([
    watchesOf(database, [id]),
    tellingsOf(database, [id]),
    database.now(),
    viewing(context, person),
    orderNumbers(database, alert.orderId === null ? [] : [alert.orderId]),
    openRequests(database),
  ]);
  const known = viewed.persons;
  const orderNo = (alert.orderId !== null && numbers.get(alert.orderId)) || null;
  const duty = await dutyFrom(database, now);
  const may = mayHaveAlerts(known);
  const { first, second } = onDutyAt(duty, now);
  const onDuty = [first, second].filter((name) => name !== null && may.has(name)) as string[];
  const others = [...may].filter((name) => !onDuty.includes(name)).toSorted();
  const terms = { now, duty, may, seenHoldsMs: settings().rules.seenHoldsMs };
  const subject = String(id);
  const input = { round: String(watch?.round ?? 1) };
  const unwatched = watch ? undefined : 'Nobody is woken for it: settle it where it is about.';
  const seen = { action: 'seen', subject, input, takesTwo: false, against: unwatched } as const;
  return {
    id,
    kind: alert.kind,
    means: meaningOfAlert(alert.kind) ?? inWords(alert.kind),
    at: alert.createdAt.toISOString(),
    times: alert.times,
    orderNo,
    facts: Object.entries(alert.facts).map(([name, value]) => ({
      name: inWords(name),
      value: typeof value === 'string' ? value : Array.isArray(value) ? value.join('\n') : JSON.stringify(value),
    })),
    wakes: isWaking(alert.kind),
    holder: watch?.holder ?? null,
    seenAt: watch?.seenAt?.toISOString() ?? null,
    otherwise: otherwiseOf(alert.kind, watch, tellings, terms) || 'It stays open until somebody settles it.',
    ways: [
      offerAct(known, person, {
        ...seen,
        label: 'I have seen it',
        against: unwatched ?? whoHasIt(watch?.holder, person.name, may),
        effect: 'You have it: nobody else is woken for it.',
      }),
      offerAct(known, person, {
        ...seen,
        action: 'hand',
        input: { ...input, to: '' },
        label: 'Wake somebody',
        effect: 'They are told now, and have to say that they have it.',
      }),
      offerAct(known, person, {
        action: 'settle',
        subject,
        input: {},
        label: 'It is settled',
        effect: 'The alert is closed. It moves no money.',
        takesTwo: false,
      }),
      ...(await offerAcceptList(database, known, person, alert)),
      offerStop(known, person),
    ],
    requests: requests
      .filter((request) => request.status === 'waiting' && isAsked(request, alert, orderNo))
      .map((request) => shownRequest(request, viewed)),
    onDuty: [...onDuty, ...others].filter((name) => name !== person.name),
  };
}

/** Accepting an edition of a sanctions list, where the alert is about one that is still doubted. */
async function offerAcceptList(
  database: Queryable,
  persons: Persons,
  person: ConsolePerson,
  { kind, facts }: OpenAlert,
): Promise<OfferedAct[]> {
  const { source, hash } = facts;
  if (kind !== 'sanctions_list_doubted' || typeof source !== 'string' || typeof hash !== 'string') return [];
  const doubt = await findDoubt(database, source);
  const isOpen = doubt?.hash === hash && doubt.acceptedBy === null;
  return [
    offerAct(persons, person, {
      action: 'accept-list',
      subject: source,
      input: { hash },
      label: 'Accept this edition',
      effect: 'The edition replaces the list in use when it is fetched next. Compare it with the publisher’s first.',
      takesTwo: true,
      against: isOpen ? undefined : 'This edition is accepted already, or another one has replaced it.',
    }),
  ];
}

/** Whether somebody who looks at the alert may want to say yes to it: it is about the same order, or what was stopped. */
function isAsked(request: OperatorRequest, { kind, facts: { source } }: OpenAlert, orderNo: string | null): boolean {
  if (isAboutSigner(request)) return kind === 'signing_stopped' || kind === 'payouts_stopped';
  if (request.action === 'accept-list') return kind === 'sanctions_list_doubted' && request.subject === source;
  return isOrderAction(request.action) && request.subject === orderNo;
}

/** Of two the first has it; whoever may have alerts no more has none. */
function whoHasIt(holder: string | null | undefined, me: string, may: ReadonlySet<string>): string | undefined {
  if (holder === me) return 'You have it.';
  return holder && may.has(holder) ? `${holder} has it.` : undefined;
}
