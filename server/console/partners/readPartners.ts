import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { fractionToPercent } from '@slipway/money/percent.ts';
import { type KnownPartner, readKnownPartners } from '../../configuration/readKnownPartners.ts';
import { readAccountBalances } from '../../ledger/ledgerStore.ts';
import { isRequestApprovalNeeded } from '../../operator/actions.ts';
import { listPartnerKeyDates } from '../../partner/api/partnerKeyStore.ts';
import { countOpenDeliveries, type WebhookCounts } from '../../partner/deliveryStore.ts';
import { type Endpoint, findEndpoint } from '../../partner/endpointStore.ts';
import { listLinkKeys } from '../../partner/linkKeyStore.ts';
import { listChangeRequests } from '../../partner/members/changeRequestStore.ts';
import { presentChangeRequests } from '../../partner/members/presentChangeRequests.ts';
import type { Partner } from '../../partner/partner.ts';
import { listSecretDates } from '../../partner/secretStore.ts';
import { computeOwedShares, listEarnedShares } from '../../partner/shareStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { buildChangeRequestActions, buildPartnerActions } from './partnerActions.ts';
import { presentShareAmount, readPartnerShares } from './partnerShares.ts';
import { countNewOrders, readLastKeyUses } from './partnersStore.ts';
import { requireKnownPartner } from './requireKnownPartner.ts';

type Row = ConsoleCallData<'partners'>['list'][number];

const ORDER_DAYS = 30;
const MOST_CHANGE_REQUESTS = 50;

/** Returns every partner, those with webhook problems first, and the sum of the shares owed to all. */
export async function readPartnerList(context: ConsoleContext): Promise<ConsoleCallData<'partners'>> {
  const { database } = context;
  const rows = await buildPartnerRows(context, [...(await readKnownPartners(database)).values()]);
  const owed = await readAccountBalances(database, 'liability:partner');
  return {
    list: rows.toSorted(
      (one, other) => rankWebhookTrouble(other) - rankWebhookTrouble(one) || (one.name < other.name ? -1 : 1),
    ),
    owed: [...owed]
      .filter(([, units]) => units !== 0n)
      .map(([asset, units]) => presentShareAmount(context, asset, -units)),
  };
}

/** Returns the page of a partner. Throws `not_found`. */
export async function readPartnerPage(
  context: ConsoleContext,
  id: string,
  person: ConsolePerson,
): Promise<ConsoleCallData<'partner'>> {
  const { database } = context;
  const partner = await requireKnownPartner(database, id);
  const [[row], earned, shares, keys, linkKeys, secrets, actions] = await Promise.all([
    buildPartnerRows(context, [partner]),
    listEarnedShares(database, id),
    readPartnerShares(context, id, person),
    listPartnerKeyDates(database, id),
    listLinkKeys(database, id),
    listSecretDates(database, id),
    loadPartnerActions(context, partner, person),
  ]);
  if (!row) throw new Error(`partner ${id} was not read`);
  return {
    ...row,
    redirects: [...partner.redirects],
    payMethod: partner.payMethod || null,
    offerType: partner.offerType || null,
    savedCardEuroPerDay: formatAmount(createAmount(fiatAsset('EUR'), partner.savedCardCentsPerDay)),
    keys: keys.map(({ keyId, lastUsedAt, ...dates }) => ({
      id: keyId,
      ...formatDates(dates),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    linkKeys: linkKeys.map(({ id: linkKey, ...dates }) => ({ id: linkKey, ...formatDates(dates) })),
    secrets: secrets.map(formatDates),
    earned: earned.map(({ month, orders, asset, units }) => ({
      month,
      orders,
      share: presentShareAmount(context, asset, units),
    })),
    ...shares,
    ...actions,
  };
}

async function buildPartnerRows(context: ConsoleContext, partners: readonly KnownPartner[]): Promise<Row[]> {
  const { database } = context;
  const onlyPartnerId = partners.length === 1 ? partners[0]?.id : undefined;
  const [orders, open, shares, uses, endpoints] = await Promise.all([
    countNewOrders(database, ORDER_DAYS),
    countOpenDeliveries(database),
    listEarnedShares(database, onlyPartnerId),
    readLastKeyUses(database),
    Promise.all(partners.map(async ({ id }) => [id, await findEndpoint(database, id)] as const)),
  ]);
  const owed = await computeOwedShares(database, shares, onlyPartnerId);
  const endpointsByPartner = new Map(endpoints);
  const now = await database.now();
  return partners.map((partner) => ({
    id: partner.id,
    name: partner.name,
    enabled: partner.enabled,
    kind: partner.kind,
    origins: [...partner.origins],
    webhook: buildWebhook(partner, endpointsByPartner.get(partner.id), open.get(partner.id), now),
    orders: { made: orders.get(partner.id)?.made ?? 0, delivered: orders.get(partner.id)?.delivered ?? 0 },
    share: fractionToPercent(formatDecimal(partner.share)),
    owed: [...(owed.get(partner.id) ?? [])]
      .filter(([, units]) => units !== 0n)
      .map(([asset, units]) => presentShareAmount(context, asset, units)),
    keyUsedAt: uses.get(partner.id)?.toISOString() ?? null,
  }));
}

function buildWebhook(
  { webhookUrl }: Partner,
  endpoint: Endpoint | undefined,
  counts: WebhookCounts | undefined,
  now: Date,
): Row['webhook'] {
  const pausedUntil = endpoint?.slowedUntil && endpoint.slowedUntil > now ? endpoint.slowedUntil : null;
  return {
    url: webhookUrl ?? null,
    state: !endpoint ? 'none' : endpoint.offReason !== null ? 'off' : pausedUntil ? 'resting' : 'on',
    reason: endpoint?.offReason ?? null,
    restsUntil: pausedUntil?.toISOString() ?? null,
    waiting: counts?.waiting ?? 0,
    oldestWaiting: counts?.oldestWaiting?.toISOString() ?? null,
    failed: counts?.failed ?? 0,
  };
}

function rankWebhookTrouble({ webhook: { state, waiting, failed } }: Row): number {
  return state === 'off' ? 3 : failed > 0 ? 2 : waiting > 0 ? 1 : 0;
}

function formatDates({ createdAt, retiresAt }: { readonly createdAt: Date; readonly retiresAt: Date | null }) {
  return { createdAt: createdAt.toISOString(), retiresAt: retiresAt?.toISOString() ?? null };
}

async function loadPartnerActions(context: ConsoleContext, partner: KnownPartner, person: ConsolePerson) {
  const { database, persons } = context;
  const endpoint = await findEndpoint(database, partner.id);
  const needsApproval = (fields: Readonly<Record<string, unknown>>) =>
    isRequestApprovalNeeded(
      { database },
      {
        action: 'set',
        subject: `partner ${partner.id}`,
        input: { change: JSON.stringify({ kind: 'partner', key: partner.id, fields }) },
        who: person.name,
        why: '',
      },
    );
  const partnerState = {
    partner,
    hasSecret: endpoint !== undefined,
    isEndpointOff: (endpoint?.offReason ?? null) !== null,
    changeNeedsSecondApproval: await needsApproval({ origins: [...partner.origins] }),
    switchNeedsSecondApproval: await needsApproval({ enabled: !partner.enabled }),
  };
  const enrolled = [...(await persons(database)).enrolled.values()];
  const requests = await listChangeRequests(database, partner.id, { most: MOST_CHANGE_REQUESTS });
  const presented = await presentChangeRequests(database, requests);
  return {
    acts: buildPartnerActions(partnerState, person, enrolled),
    changeRequests: presented.map((request) => ({
      ...request,
      acts: buildChangeRequestActions(partnerState, request, person, enrolled),
    })),
  };
}
