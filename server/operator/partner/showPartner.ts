import { listPartnerKeyDates, type PartnerKeyDates } from '../../partner/api/partnerKeyStore.ts';
import { countDeliveries, listNewestDeliveries } from '../../partner/deliveryStore.ts';
import { type Endpoint, findEndpoint } from '../../partner/endpointStore.ts';
import { type ChangeRequest, listChangeRequests } from '../../partner/members/changeRequestStore.ts';
import { listSecretDates } from '../../partner/secretStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { formatTable } from '../tables/formatTable.ts';
import { requirePartner } from './requirePartner.ts';

const SHOWN_DELIVERIES = 20;
const SHOWN_CHARACTERS = 80;
const SHOWN_CHANGES = 20;

/** Returns an operator's view of a partner, without secrets. */
export async function showPartner(database: Database, id: string): Promise<string> {
  const { webhookUrl } = await requirePartner(database, id);
  const endpoint = await findEndpoint(database, id);
  const secrets = await listSecretDates(database, id);
  const keys = await listPartnerKeyDates(database, id);
  const changes = await listChangeRequests(database, id, { most: SHOWN_CHANGES, state: 'open' });
  const deliveries = await listNewestDeliveries(database, id, SHOWN_DELIVERIES);
  return [
    `address    ${webhookUrl ?? `none: npm run operate -- set partner ${id} webhookUrl=https://…`}`,
    `endpoint   ${stateOf(endpoint)}`,
    ...keys.map((key) => `key        ${key.keyId} ${signsFor(key.createdAt, key.retiresAt)}, ${usedAt(key)}`),
    ...secrets.map(({ createdAt, retiresAt }) => `secret     ${signsFor(createdAt, retiresAt)}`),
    ...changes.map(formatChangeRequest),
    ...(await countDeliveries(database, id)).map(({ delivery, events }) => `events     ${delivery}: ${events}`),
    '',
    formatTable(deliveries.map(({ answer, ...line }) => ({ ...line, answer: answer.slice(0, SHOWN_CHARACTERS) }))),
  ].join('\n');
}

function stateOf(endpoint: Endpoint | undefined): string {
  if (!endpoint) return 'none: it is created with the first secret';
  if (endpoint.offReason !== null) return `off: ${endpoint.offReason}`;
  return endpoint.slowedUntil ? `on, slowed until ${endpoint.slowedUntil.toISOString()}` : 'on';
}

function formatChangeRequest({ id, kind, values, requestedAt }: ChangeRequest): string {
  return `requested  ${[id, kind, ...values].join(' ')}, since ${requestedAt.toISOString()}`;
}

function signsFor(createdAt: Date, retiresAt: Date | null): string {
  return `from ${createdAt.toISOString()}${retiresAt ? `, until ${retiresAt.toISOString()}` : ''}`;
}

function usedAt({ lastUsedAt }: PartnerKeyDates): string {
  return lastUsedAt ? `last used about ${lastUsedAt.toISOString()}` : 'never used';
}
