import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { findUnhandledMessage, insertInboxMessage } from '../../platform/inbox/inboxStore.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { storeBuyer } from '../../purchase/order/storedOrder.testing.ts';
import { createMessageHandler } from './handleMessage.ts';

type MessageContext = Parameters<typeof createMessageHandler>[0];

const { database } = await openOwnDatabase(3);

/** Returns the handler with an acquirer and a verifier under two ids, and the recorded requests to them. */
function createTestHandler(families: ReadonlyMap<string, 'card' | 'identity' | 'mail'>) {
  const queries: string[] = [];
  const card = {
    id: 'acme-cards',
    getPayment: async (id: string) => {
      queries.push(`payment ${id}`);
      return refused('not_found');
    },
  };
  const identity = {
    id: 'acme-identity',
    getCheck: async (id: string) => {
      queries.push(`check ${id}`);
      return ok({ applicantId: id, status: 'processing', retryable: false });
    },
  };
  const context = { database, log: createLog('silent'), card, identity, families } as unknown as MessageContext;
  return { queries, handle: createMessageHandler(context) };
}

async function receive(provider: string, eventId: string, subjectId = `about ${eventId}`): Promise<number> {
  const message = { provider, eventId, kind: 'payment.changed', subjectId, rawBody: Buffer.from('{}') };
  const id = await database.transaction((transaction) => insertInboxMessage(transaction, message));
  if (id === undefined) throw new Error('it was there before');
  return id;
}

const alerts = () =>
  database.many<{ kind: string; facts: Record<string, unknown> }>(
    sql`select kind, facts from operator_alerts order by id`,
  );

test('handles a message by its vendor’s family, regardless of the vendor’s id', async () => {
  const { queries, handle } = createTestHandler(
    new Map([
      ['acme-cards', 'card'],
      ['acme-identity', 'identity'],
    ]),
  );
  const [paid, checked] = [await receive('acme-cards', 'one'), await receive('acme-identity', 'two')];
  await handle(String(paid));
  await handle(String(checked));
  // No buyer has that id at the verifier, so there is nothing to query.
  expect(queries).toEqual(['payment about one']);
  expect(await findUnhandledMessage(database, paid)).toBeUndefined();
  expect(await findUnhandledMessage(database, checked)).toBeUndefined();
  expect(await alerts()).toEqual([]);
});

test('leaves a message about a buyer unhandled until the verifier answers', async () => {
  const buyerId = await storeBuyer(database, 'unanswered@example.com');
  const id = await receive('acme-identity', 'unanswered', buyerId);
  const answers = [{ kind: 'unavailable', retryAfterMs: 1, detail: 'a test' }, refused('not_found')];
  const identity = { id: 'acme-identity', getCheck: async () => answers.shift() };
  const families = new Map([['acme-identity', 'identity']]);
  const handle = createMessageHandler({ database, identity, families } as unknown as MessageContext);
  await handle(String(id));
  expect(await findUnhandledMessage(database, id)).toBeDefined();
  await handle(String(id));
  expect(await findUnhandledMessage(database, id)).toBeUndefined();
});

test.each([
  ['of a vendor that is off', 'stripe'],
  ['of a vendor whose family sends no messages', 'letters'],
])('stores a message %s, raises an alert, and queries no other vendor', async (_name, provider) => {
  const { queries, handle } = createTestHandler(
    new Map([
      ['acme-cards', 'card'],
      ['letters', 'mail'],
    ] as const),
  );
  const id = await receive(provider, `stray ${provider}`);
  await handle(String(id));
  await handle(String(id));
  expect(queries).toEqual([]);
  const messageAlerts = (await alerts()).filter(({ facts }) => facts['message'] === id);
  expect(messageAlerts).toEqual([
    {
      kind: 'unknown_vendor_webhook',
      facts: { message: id, provider, kind: 'payment.changed', subjectId: `about stray ${provider}` },
    },
  ]);
  const kept = await database.one<{ rawBody: Buffer; handled: boolean }>(
    sql`select raw_body, handled_at is not null as handled from webhook_inbox where id = ${id}`,
  );
  expect({ ...kept, rawBody: kept.rawBody.toString() }).toEqual({ rawBody: '{}', handled: true });
});
