import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { orderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { findProfile, findProfiles, type Profile } from '../../account/profileStore.ts';
import { reviewsOfBuyer } from '../../account/reviewStore.ts';
import { titleOfReview } from '../../operator/attention/attentionTitles.ts';
import { readStanding } from '../../operator/buyer/buyerStandingStore.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import { listedOrders } from '../../operator/show/findOrdersStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { paidEuroCents } from '../../risk/riskStore.ts';
import { shownRequest, viewing } from '../acts/shownRequest.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { maskedMail, nameFor, seesPersonal } from '../personal/masks.ts';
import { type EvidenceLine, line, type Masked } from '../reviews/evidence.ts';
import { offeredDecision } from '../reviews/offeredDecision.ts';
import { shownSum } from '../shownSum.ts';
import { buyerActs } from './buyerActs.ts';
import { historyOf, offeredExport } from './buyerHistory.ts';
import { buyerRow } from './buyerRow.ts';
import {
  type ApplicantRecord,
  applicantOf,
  type BuyerRecord,
  buyerRecord,
  lettersNamed,
  linkedBuyers,
  looksAtBuyer,
  newestOrderIds,
  requestsAboutBuyer,
  reservedEuroCents,
  sessionCounts,
} from './buyersStore.ts';

const DAYS = 30;
const MOST_ORDERS = 20;
/** Ids of orders begin at one. */
const NO_ORDER = 0;

/** Everything about a buyer that this person may read. Throws `not_found`. */
export async function showBuyer(
  context: ConsoleContext,
  id: string,
  person: ConsolePerson,
): Promise<ConsoleCallData<'buyer'>> {
  const { database } = context;
  const { roles } = person;
  const record = await buyerRecord(database, id);
  if (!record) throw new AppError('not_found', { what: 'buyer', name: id });
  const [profile, applicant, total, linked, orders, sessions, reviews, requests, looks, standing, viewed] =
    await Promise.all([
      findProfile(database, id),
      applicantOf(database, id),
      runningTotal(context, id),
      shownLinks(database, id, roles),
      ordersOf(database, id),
      sessionCounts(database, id),
      reviewsOfBuyer(database, id),
      requestsAboutBuyer(database, id),
      looksAtBuyer(database, id),
      readStanding(database, id),
      viewing(context, person),
    ]);
  // It was there a moment ago: erased meanwhile.
  if (!standing) throw new AppError('not_found', { what: 'buyer', name: id });
  const sessionsAct = offeredDecision(context, person, {
    key: 'E',
    action: 'end-sessions',
    subject: 'sessions of a buyer',
    input: { buyers: id },
    label: 'End sessions',
    effect: 'Every session of this account ends. The buyer logs in anew; orders go on.',
    closed: endedSessions(record.closedAt, sessions.open),
  });
  return {
    ...buyerRow(roles, record, profile),
    details: detailLines(record, profile, seesPersonal(roles)),
    verified: verifiedLines(id, applicant, roles),
    total,
    linked,
    orderCount: record.orderCount,
    orders,
    letters: await lettersOf(database, orders, requests),
    sessions: { ...sessions, lastAt: sessions.lastAt?.toISOString() ?? null },
    reviews: reviews.map(({ id: review, reason, facts, status, openedAt, decidedAt }) => ({
      id: `${reason === 'name_listed' ? 'names' : 'identity'}-${review}`,
      question: titleOfReview(reason, facts),
      status,
      openedAt: openedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
    levelUntil: standing.levelUntil?.toISOString() ?? null,
    verifiedLevel: standing.verifiedLevel,
    documentUntil: standing.documentUntil?.toISOString() ?? null,
    decisions: [...(await buyerActs(context, person, { id, standing, requests })), await sessionsAct],
    export: offeredExport(roles),
    waiting: requests.filter(({ status }) => status === 'waiting').map((request) => shownRequest(request, viewed)),
    history: historyOf(requests, looks),
  };
}

function endedSessions(closedAt: Date | null, open: number): string {
  if (closedAt) return 'The account is closed.';
  return open === 0 ? 'No session is open.' : '';
}

async function runningTotal(
  { database, settings }: ConsoleContext,
  buyerId: string,
): Promise<ConsoleCallData<'buyer'>['total']> {
  const euros = (cents: bigint) => shownSum(amountOf(fiatAsset('EUR'), cents));
  const [counted, reserved] = await Promise.all([
    paidEuroCents(database, buyerId, NO_ORDER, DAYS),
    reservedEuroCents(database, buyerId, DAYS),
  ]);
  return {
    days: DAYS,
    counted: euros(counted),
    reserved: euros(reserved),
    limit: euros(settings().rules.identityAboveEuroCents),
  };
}

async function shownLinks(database: Database, buyerId: string, roles: ConsolePerson['roles']) {
  const linked = await linkedBuyers(database, buyerId);
  const profiles = await findProfiles(
    database,
    linked.map(({ id }) => id),
  );
  return linked.map(({ id, by, isBlocked }) => {
    const profile = profiles.get(id);
    return { id, by, isBlocked, name: profile ? nameFor(roles, `${profile.firstName} ${profile.lastName}`) : null };
  });
}

async function ordersOf(database: Database, buyerId: string) {
  const orders = await listedOrders(database, await newestOrderIds(database, buyerId, MOST_ORDERS), MOST_ORDERS);
  return orders.map(({ orderNo, status, since, pay, crypto }) => ({
    orderNo,
    status,
    since: since.toISOString(),
    pays: shownSum(pay),
    gets: crypto,
  }));
}

/** About these orders, and what was asked for by letter. */
async function lettersOf(
  database: Database,
  orders: readonly { readonly orderNo: string }[],
  requests: readonly OperatorRequest[],
): Promise<ConsoleCallData<'buyer'>['letters']> {
  const letters = await lettersNamed(database, [
    ...orders.flatMap(({ orderNo }) => orderStatuses.map((status) => `${orderNo}:${status}`)),
    ...requests.filter(({ action }) => action === 'ask-document').map(({ id }) => `document:${id}`),
  ]);
  return letters.map(({ id, sentAt: at }) => {
    const [orderNo = '', about = ''] = id.split(':');
    const sentAt = at?.toISOString() ?? null;
    return orderNo === 'document' ? { orderNo: null, about: 'document_asked_for', sentAt } : { orderNo, about, sentAt };
  });
}

/** What the buyer has said of themselves: masked, and shown one by one to those whose work it is. */
function detailLines({ id: buyerId, email }: BuyerRecord, profile: Profile | undefined, sees: boolean): EvidenceLine[] {
  const masked = (field: Masked['field']): Masked | null => (sees ? { about: 'buyer', subject: buyerId, field } : null);
  const hidden = (name: string, text: string, field: Masked['field']) => line(name, text, 'plain', masked(field));
  const mail = hidden('E-mail', maskedMail(email), 'mail');
  if (!profile) return [mail, line('Details', 'none given yet')];
  return [
    mail,
    hidden('Born', '····-··-··', 'birthDate'),
    line('Citizen of', sees ? profile.citizenship : '··'),
    line('Lives in', sees ? profile.city : '·····'),
    hidden('Phone', '+·· ·····', 'phone'),
    hidden('Billing address', '·····', 'address'),
    line('Outcome', profile.outcome.replace('_', ' '), profile.outcome === 'approved' ? 'good' : 'warn'),
  ];
}

function verifiedLines(
  buyerId: string,
  applicant: ApplicantRecord | undefined,
  roles: ConsolePerson['roles'],
): EvidenceLine[] {
  if (!applicant) return [line('Document', 'none asked for yet')];
  const { provider, status, acceptedAt, updatedAt } = applicant;
  return [
    line('Document', status.replace('_', ' '), status === 'accepted' ? 'good' : 'plain'),
    line('Verifier', provider),
    line(acceptedAt ? 'Accepted' : 'Last word', (acceptedAt ?? updatedAt).toISOString()),
    line(
      'Applicant',
      '·····',
      'plain',
      roles.includes('compliance') ? { about: 'buyer', subject: buyerId, field: 'document' } : null,
    ),
  ];
}
