import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import {
  type DeliveryAttempt,
  findEvent,
  type LoggedEvent,
  listDeliveryAttempts,
  listEvents,
} from '../../partner/eventLogStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { requireKnownPartner } from './requireKnownPartner.ts';

const PAGE_SIZE = 50;
const MOST_ATTEMPTS = 100;

/** Returns a page of a partner's events. Throws `not_found`. */
export async function readEventLog(
  context: ConsoleContext,
  { partner, state, cursor }: ConsoleCallInput<'deliveries'>,
): Promise<ConsoleCallData<'deliveries'>> {
  await requireKnownPartner(context.database, partner);
  const query = { partnerId: partner, state, before: cursor, most: PAGE_SIZE + 1 };
  const events = await listEvents(context.database, query);
  const page = events.slice(0, PAGE_SIZE);
  return { list: page.map(presentEvent), cursor: events.length > PAGE_SIZE ? (page.at(-1)?.entry ?? null) : null };
}

/** Returns a partner's event with its delivery attempts, at most 100. Throws `not_found`. */
export async function readPartnerEvent(
  context: ConsoleContext,
  { partner, event: id }: ConsoleCallInput<'delivery'>,
): Promise<ConsoleCallData<'delivery'>> {
  await requireKnownPartner(context.database, partner);
  const event = await findEvent(context.database, partner, id);
  if (!event) throw new AppError('not_found', { what: 'event', name: id });
  const attempts = await listDeliveryAttempts(context.database, event.entry, MOST_ATTEMPTS);
  return {
    ...presentEvent(event),
    body: event.body,
    signedOver: `${id}.<webhook-timestamp>.<body>`,
    attempts: attempts.map(({ at, ...attempt }) => ({
      ...attempt,
      at: at.toISOString(),
      headers: buildHeaders(id, { at, ...attempt }),
    })),
  };
}

function presentEvent({ event, type, orderNo, position, createdAt, delivery, tries, triedAt, status }: LoggedEvent) {
  const fields = { event, type, orderNo, position, delivery, tries, status };
  return { ...fields, createdAt: createdAt.toISOString(), triedAt: triedAt?.toISOString() ?? null };
}

/** Reconstructs the headers of an attempt. The signature is computed when the event is posted and is not stored. */
function buildHeaders(id: string, { at, milliseconds }: DeliveryAttempt): Record<string, string> {
  const posted = Math.floor((at.getTime() - milliseconds) / 1000);
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(posted),
    'webhook-signature': 'v1,… (HMAC-SHA256), one per secret that was valid then; not stored',
  };
}
