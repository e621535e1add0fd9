import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { Session } from '../../platform/http/handlers.ts';
import type { IdentityCheck, IdentityVerifier } from '../../providers/identity/identityPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import { silentOrderMachine } from '../order/silentStepContext.testing.ts';
import { storeOrder } from '../order/storedOrder.testing.ts';
import { type IdentityCallsContext, identityCalls } from './identityCalls.ts';

const { database } = await openOwnDatabase(4);
const { buyerId } = await storeOrder(database);
const session = { buyerId } as Session;

type Answer = Outcome<IdentityCheck, 'not_found'>;
const processing: Answer = ok({ applicantId: 'applicant', status: 'processing', retryable: false });

let queryCount = 0;
let answer: () => Promise<Answer>;

/** Simulates a separate process with the same database. Returns its call `checkIdentificationResult`. */
function openCalls() {
  const identity: IdentityVerifier = {
    id: 'acme-identity',
    openCheck: async () => ok({ url: 'https://verifier.example' }),
    getCheck: () => {
      queryCount += 1;
      return answer();
    },
    verifyWebhook: () => null,
  };
  const calls = identityCalls({ database, identity, machine: silentOrderMachine } as unknown as IdentityCallsContext);
  return async () => (await calls.checkIdentificationResult({}, { session } as never)).data.isIdentification;
}

beforeEach(async () => {
  queryCount = 0;
  answer = async () => processing;
  await database.run(sql`update buyers set identity_asked_until = null`);
  await database.run(sql`delete from identity_checks`);
});

async function advance(seconds: number) {
  await database.run(sql`update clock set offset_seconds = offset_seconds + ${seconds}`);
}

test('reuses an answer for a few seconds, also in another process', async () => {
  const [check, elsewhere] = [openCalls(), openCalls()];
  expect([await check(), await check(), await elsewhere()]).toEqual(['3', '3', '3']);
  expect(queryCount).toBe(1);
  await advance(4);
  expect(await check()).toBe('3');
  expect(queryCount).toBe(2);
});

test('shares one query between simultaneous calls', async () => {
  const check = openCalls();
  expect(await Promise.all([check(), check(), check()])).toEqual(['3', '3', '3']);
  expect(queryCount).toBe(1);
});

test('answers with the known status while another process is querying', async () => {
  const pendingAnswer = Promise.withResolvers<Answer>();
  const begun = Promise.withResolvers<void>();
  answer = () => {
    begun.resolve();
    return pendingAnswer.promise;
  };
  const first = openCalls()();
  await begun.promise;
  await advance(5);
  expect(await openCalls()()).toBe('1');
  pendingAnswer.resolve(processing);
  expect(await first).toBe('3');
  expect(queryCount).toBe(1);
});

test('queries again after a failed query', async () => {
  const check = openCalls();
  answer = async () => Promise.reject(new Error('a fault of the adapter'));
  await expect(check()).rejects.toThrow('a fault');
  await advance(4);
  answer = async () => processing;
  expect(await check()).toBe('3');
});
