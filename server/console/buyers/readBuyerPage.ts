import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { orderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { readBuyerState } from '../../account/actions/buyerStateStore.ts';
import { endSessions, SESSIONS_OF_BUYER } from '../../account/actions/endSessions.ts';
import { findProfile, findProfiles, type Profile } from '../../account/details/profileStore.ts';
import { listBuyerReviews } from '../../account/details/reviewStore.ts';
import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import { formatReviewTitle } from '../../operator/attention/attentionTitles.ts';
import { listNewestOrders } from '../../operator/tables/orderListStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { sumPaidEuroCents } from '../../risk/riskStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { canSeePersonalData, maskEmail, maskNameForRoles } from '../personal/masks.ts';
import { presentAmount } from '../presentAmount.ts';
import { loadRequestViewContext, presentRequest } from '../requests/presentRequest.ts';
import { buildDecisionOption } from '../reviews/buildDecisionOption.ts';
import { buildReviewLine, type MaskedField, type ReviewLine } from '../reviews/reviewContents.ts';
import { buildBuyerHistory, buildExportOption } from './buyerHistory.ts';
import {
  type ApplicantRecord,
  type BuyerRecord,
  countSessions,
  findApplicant,
  findBuyerRecord,
  findLinkedBuyers,
  findMailsByIds,
  listBuyerRequests,
  listDataAccesses,
  listNewestOrderIds,
  sumReservedEuroCents,
} from './buyersStore.ts';
import { listBuyerActions } from './listBuyerActions.ts';
import { presentBuyerRow } from './presentBuyerRow.ts';

const DAYS = 30;
const MOST_ORDERS = 20;
/** Excludes no order from a sum: order ids begin at 1. */
const NO_ORDER = 0;

/** Returns the data of a buyer that this person may read. Throws `not_found`. */
export async function readBuyerPage(
  context: ConsoleContext,
  id: string,
  person: ConsolePerson,
): Promise<ConsoleCallData<'buyer'>> {
  const { database } = context;
  const { roles } = person;
  const record = await findBuyerRecord(database, id);
  if (!record) throw new AppError('not_found', { what: 'buyer', name: id });
  const [profile, applicant, total, linked, orders, sessions, reviews, requests, dataAccesses, state, viewContext] =
    await Promise.all([
      findProfile(database, id),
      findApplicant(database, id),
      computeRunningTotal(context, id),
      presentLinkedBuyers(database, id, roles),
      presentBuyerOrders(database, id),
      countSessions(database, id),
      listBuyerReviews(database, id),
      listBuyerRequests(database, id),
      listDataAccesses(database, id),
      readBuyerState(database, id),
      loadRequestViewContext(context, person),
    ]);
  // The account was erased after the first read.
  if (!state) throw new AppError('not_found', { what: 'buyer', name: id });
  const endSessionsOption = buildDecisionOption(context, person, {
    key: 'E',
    action: endSessions.name,
    subject: SESSIONS_OF_BUYER,
    input: { buyers: id },
    ...endSessions.button('account'),
    closed: explainNoSessions(record.closedAt, sessions.open),
  });
  return {
    ...presentBuyerRow(roles, record, profile),
    details: buildDetailLines(record, profile, canSeePersonalData(roles)),
    verified: buildVerifiedLines(id, applicant, roles),
    total,
    linked,
    orderCount: record.orderCount,
    orders,
    emails: await listBuyerMails(database, orders, requests),
    sessions: { ...sessions, lastAt: sessions.lastAt?.toISOString() ?? null },
    reviews: reviews.map(({ id: review, reason, facts, status, openedAt, decidedAt }) => ({
      id: `${reason === 'name_listed' ? 'names' : 'identity'}-${review}`,
      question: formatReviewTitle(reason, facts),
      status,
      openedAt: openedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
    levelUntil: state.levelUntil?.toISOString() ?? null,
    verifiedLevel: state.verifiedLevel,
    documentUntil: state.documentUntil?.toISOString() ?? null,
    legalHoldCases: [...state.legalHoldCases],
    decisions: [...(await listBuyerActions(context, person, { id, state, requests })), await endSessionsOption],
    export: buildExportOption(roles),
    waiting: requests
      .filter(({ status }) => status === 'waiting')
      .map((request) => presentRequest(request, viewContext)),
    history: buildBuyerHistory(requests, dataAccesses),
  };
}

function explainNoSessions(closedAt: Date | null, open: number): string {
  if (closedAt) return 'The account is closed.';
  return open === 0 ? 'No open sessions.' : '';
}

async function computeRunningTotal(
  { database, settings }: ConsoleContext,
  buyerId: string,
): Promise<ConsoleCallData<'buyer'>['total']> {
  const euros = (cents: bigint) => presentAmount(createAmount(fiatAsset('EUR'), cents));
  const [counted, reserved] = await Promise.all([
    sumPaidEuroCents(database, buyerId, NO_ORDER, DAYS),
    sumReservedEuroCents(database, buyerId, DAYS),
  ]);
  return {
    days: DAYS,
    counted: euros(counted),
    reserved: euros(reserved),
    limit: euros(settings().rules.identityAboveEuroCents),
  };
}

async function presentLinkedBuyers(database: Database, buyerId: string, roles: ConsolePerson['roles']) {
  const linked = await findLinkedBuyers(database, buyerId);
  const profiles = await findProfiles(
    database,
    linked.map(({ id }) => id),
  );
  return linked.map(({ id, by, isBlocked }) => {
    const profile = profiles.get(id);
    return {
      id,
      by,
      isBlocked,
      name: profile ? maskNameForRoles(roles, `${profile.firstName} ${profile.lastName}`) : null,
    };
  });
}

async function presentBuyerOrders(database: Database, buyerId: string) {
  const ids = await listNewestOrderIds(database, buyerId, MOST_ORDERS);
  const orders = await listNewestOrders(database, { ids }, undefined, MOST_ORDERS);
  return orders.map(({ orderNo, status, since, pay, receive }) => ({
    orderNo,
    status,
    since: since.toISOString(),
    payAmount: presentAmount(pay),
    crypto: receive.asset.code,
  }));
}

/** Returns emails about these orders and about requested documents. */
async function listBuyerMails(
  database: Database,
  orders: readonly { readonly orderNo: string }[],
  requests: readonly OperatorRequest[],
): Promise<ConsoleCallData<'buyer'>['emails']> {
  const mails = await findMailsByIds(database, [
    ...orders.flatMap(({ orderNo }) => orderStatuses.map((status) => `${orderNo}:${status}`)),
    ...requests.filter(({ action }) => action === 'ask-document').map(({ id }) => `document:${id}`),
  ]);
  return mails.map(({ id, sentAt: at }) => {
    const [orderNo = '', about = ''] = id.split(':');
    const sentAt = at?.toISOString() ?? null;
    return orderNo === 'document' ? { orderNo: null, about: 'document_requested', sentAt } : { orderNo, about, sentAt };
  });
}

/** Returns the buyer's details. If `canSee`, masked ones can be revealed; otherwise citizenship and city are masked too. */
function buildDetailLines(
  { id: buyerId, email }: BuyerRecord,
  profile: Profile | undefined,
  canSee: boolean,
): ReviewLine[] {
  const buildMaskedField = (field: MaskedField['field']): MaskedField | null =>
    canSee ? { about: 'buyer', subject: buyerId, field } : null;
  const buildMaskedLine = (name: string, text: string, field: MaskedField['field']) =>
    buildReviewLine(name, text, 'plain', buildMaskedField(field));
  const mail = buildMaskedLine('Email', maskEmail(email), 'mail');
  if (!profile) return [mail, buildReviewLine('Details', 'not provided yet')];
  return [
    mail,
    buildMaskedLine('Date of birth', '····-··-··', 'birthDate'),
    buildReviewLine('Citizenship', canSee ? profile.citizenship : '··'),
    buildReviewLine('City', canSee ? profile.city : '·····'),
    buildMaskedLine('Phone', '+·· ·····', 'phone'),
    buildMaskedLine('Billing address', '·····', 'address'),
    buildReviewLine('Outcome', profile.outcome.replace('_', ' '), profile.outcome === 'approved' ? 'good' : 'warn'),
  ];
}

function buildVerifiedLines(
  buyerId: string,
  applicant: ApplicantRecord | undefined,
  roles: ConsolePerson['roles'],
): ReviewLine[] {
  if (!applicant) return [buildReviewLine('Document', 'not requested yet')];
  const { provider, status, acceptedAt, updatedAt } = applicant;
  return [
    buildReviewLine('Document', status.replace('_', ' '), status === 'accepted' ? 'good' : 'plain'),
    buildReviewLine('Verifier', provider),
    buildReviewLine(acceptedAt ? 'Accepted' : 'Last update', (acceptedAt ?? updatedAt).toISOString()),
    buildReviewLine(
      'Applicant',
      '·····',
      'plain',
      roles.includes('compliance') ? { about: 'buyer', subject: buyerId, field: 'document' } : null,
    ),
  ];
}
