import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { type Attempt, attemptsOf, findEvent, type LoggedEvent, listEvents } from './eventLogStore.ts';
import { requireKnownPartner } from './knownPartners.ts';

const PAGE = 50;
const MOST_ATTEMPTS = 100;

/** Throws `not_found`. */
export async function readEventLog(
  context: ConsoleContext,
  { partner, state, cursor }: ConsoleCallInput<'deliveries'>,
): Promise<ConsoleCallData<'deliveries'>> {
  await requireKnownPartner(context.database, partner);
  const asked = { partnerId: partner, state, before: cursor, most: PAGE + 1 };
  const events = await listEvents(context.database, asked);
  const page = events.slice(0, PAGE);
  return { list: page.map(shown), cursor: events.length > PAGE ? (page.at(-1)?.entry ?? null) : null };
}

/** Throws `not_found`. */
export async function readEvent(
  context: ConsoleContext,
  { partner, event: id }: ConsoleCallInput<'delivery'>,
): Promise<ConsoleCallData<'delivery'>> {
  await requireKnownPartner(context.database, partner);
  const event = await findEvent(context.database, partner, id);
  if (!event) throw new AppError('not_found', { what: 'event', name: id });
  const attempts = await attemptsOf(context.database, event.entry, MOST_ATTEMPTS);
  return {
    ...shown(event),
    body: event.body,
    signedOver: `${id}.<webhook-timestamp>.<body>`,
    attempts: attempts.map(({ at, ...attempt }) => ({
      ...attempt,
      at: at.toISOString(),
      headers: headersOf(id, { at, ...attempt }),
    })),
  };
}

function shown({ event, type, orderNo, position, createdAt, delivery, tries, triedAt, status }: LoggedEvent) {
  const said = { event, type, orderNo, position, delivery, tries, status };
  return { ...said, madeAt: createdAt.toISOString(), triedAt: triedAt?.toISOString() ?? null };
}

/** What stood over the body. The signature is made when it is posted, and is nowhere kept. */
function headersOf(id: string, { at, milliseconds }: Attempt): Record<string, string> {
  const posted = Math.floor((at.getTime() - milliseconds) / 1000);
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(posted),
    'webhook-signature': 'v1,… by HMAC-SHA256, one for each secret that was good then; not kept',
  };
}
