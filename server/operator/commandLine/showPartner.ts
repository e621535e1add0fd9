import { CommandError } from '../../action/commandError.ts';
import { requireKnownPartner } from '../../configuration/requirePartner.ts';
import { listPartnerKeyDates } from '../../partner/api/partnerKeyStore.ts';
import { countOpenDeliveries } from '../../partner/deliveryStore.ts';
import { type Endpoint, findEndpoint } from '../../partner/endpointStore.ts';
import { findEvent, listDeliveryAttempts, listEvents } from '../../partner/eventLogStore.ts';
import { listLinkKeys } from '../../partner/linkKeyStore.ts';
import { type ChangeRequest, listChangeRequests } from '../../partner/members/changeRequestStore.ts';
import { listSecretDates } from '../../partner/secretStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { formatTable } from '../../platform/text/formatTable.ts';

const SHOWN_EVENTS = 20;
const SHOWN_ATTEMPTS = 100;
const SHOWN_CHANGES = 20;

/** Returns a partner's keys and events without secrets; with `event`, only that event and the attempts to deliver it. */
export async function showPartner(database: Database, id: string, event: string | undefined): Promise<string> {
  const partner = await requireKnownPartner(database, id);
  if (event !== undefined) return showEvent(database, id, event);
  const [endpoint, keys, linkKeys, secrets, changes, counts, events] = await Promise.all([
    findEndpoint(database, id),
    listPartnerKeyDates(database, id),
    listLinkKeys(database, id),
    listSecretDates(database, id),
    listChangeRequests(database, id, { most: SHOWN_CHANGES, state: 'open' }),
    countOpenDeliveries(database),
    listEvents(database, { partnerId: id, state: undefined, before: undefined, most: SHOWN_EVENTS }),
  ]);
  const { waiting = 0, oldestWaiting = null, failed = 0 } = counts.get(id) ?? {};
  const formatUse = (at: Date | null) => (at ? `last used about ${at.toISOString()}` : 'never used');
  return [
    ...(partner.enabled ? [] : ['partner    disabled']),
    `address    ${partner.webhookUrl ?? `none: npm run operate -- set partner ${id} webhookUrl=https://…`}`,
    `endpoint   ${describeEndpoint(endpoint)}`,
    ...keys.map(
      ({ keyId, lastUsedAt, ...dates }) => `key        ${keyId} ${formatPeriod(dates)}, ${formatUse(lastUsedAt)}`,
    ),
    ...linkKeys.map(({ id: linkKey, ...dates }) => `link key   ${linkKey} ${formatPeriod(dates)}`),
    ...secrets.map((dates) => `secret     ${formatPeriod(dates)}`),
    ...changes.map(formatChangeRequest),
    `events     waiting: ${waiting}${oldestWaiting ? `, the oldest since ${oldestWaiting.toISOString()}` : ''}`,
    `events     given up: ${failed}`,
    '',
    formatTable(events),
  ].join('\n');
}

async function showEvent(database: Database, partnerId: string, id: string): Promise<string> {
  const event = await findEvent(database, partnerId, id);
  if (!event) throw new CommandError(`${partnerId} has no event ${id}: events are kept for 30 days`);
  const { body, ...listed } = event;
  const attempts = await listDeliveryAttempts(database, event.entry, SHOWN_ATTEMPTS);
  return [formatTable([listed]), body, formatTable(attempts)].join('\n\n');
}

function describeEndpoint(endpoint: Endpoint | undefined): string {
  if (!endpoint) return 'none: it is created with the first secret';
  if (endpoint.offReason !== null) return `off: ${endpoint.offReason}`;
  return endpoint.slowedUntil ? `on, slowed until ${endpoint.slowedUntil.toISOString()}` : 'on';
}

function formatChangeRequest({ id, kind, values, requestedAt }: ChangeRequest): string {
  return `requested  ${[id, kind, ...values].join(' ')}, since ${requestedAt.toISOString()}`;
}

function formatPeriod({ createdAt, retiresAt }: { readonly createdAt: Date; readonly retiresAt: Date | null }): string {
  return `from ${createdAt.toISOString()}${retiresAt ? `, until ${retiresAt.toISOString()}` : ''}`;
}
