import sql, { type Sql } from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import type { Caller, CookieName } from '../../platform/http/handlers.ts';
import { advanceClock, openTestBrowser } from '../testBrowser.testing.ts';
import { deleteOldLoginCodes } from './loginStore.ts';
import { sendCode } from './sendCode.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

const gateway = await openOwnGateway({ trustedProxies: ['127.0.0.1'] });

afterEach(async () => {
  await gateway.database.run(sql`delete from login_codes`);
});

function browserAt(address: string) {
  return openTestBrowser(gateway, { 'x-forwarded-for': address });
}

type SentCodes = { count: number; age: number; apart: number; email?: string; client?: string; worked?: true };

/** Inserts sent codes: one every `apart` seconds, the newest `age` seconds ago. */
async function insertSentCodes(codes: SentCodes) {
  await gateway.database.run(sql`
    insert into login_codes (email, client, work_hash, code_hash, salt, request_hash, tries_left, created_at, expires_at)
    select coalesce(${codes.email ?? null}::text, gen_random_uuid()::text), ${codes.client ?? ''},
      case when ${codes.worked ?? false} then uuid_send(gen_random_uuid()) end, '', '', '', 5, at, at
    from generate_series(0, ${codes.count - 1}::int) as n,
      lateral (select slipway_now() - (${codes.age}::int + n * ${codes.apart}::int) * interval '1 second' as at) as moment`);
}

/** Requests a code and returns the seconds to wait: 0 if it was sent, or would be sent now for proof of work. */
async function requestSecondsToWait(email: string, address = '8.8.4.4'): Promise<number> {
  const { status, body, headers } = await browserAt(address).post('sendCode', { email });
  const { error, facts } = body.data as { error?: string; facts: { seconds: number } };
  if (error === undefined || error === 'work_needed') return 0;
  expect(status).toBe(429);
  expect(error).toBe('code_too_soon');
  expect(headers['retry-after']).toBe(String(facts.seconds));
  return facts.seconds;
}

/** Expects a refusal now and shortly before the announced time, and success at that time. */
async function expectAnnouncedWait(count: () => Promise<number>, about: number) {
  const waitSeconds = await count();
  expect(waitSeconds).toBeGreaterThan(about - 30);
  expect(waitSeconds).toBeLessThanOrEqual(about);
  await advanceClock(gateway, waitSeconds - 20);
  expect(await count()).toBeGreaterThan(0);
  await advanceClock(gateway, 20);
  expect(await count()).toBe(0);
}

describe('limits on sending codes', () => {
  test('allow one code a minute to one address', async () => {
    await insertSentCodes({ count: 1, age: 10, apart: 0, email: 'minute@example.com' });
    await expectAnnouncedWait(() => requestSecondsToWait('minute@example.com'), MINUTE - 10);
  });

  const worked = true;

  test('allow five more an hour to one address with proof of work', async () => {
    await insertSentCodes({ count: 3, age: 100, apart: 1, email: 'hour@example.com' });
    await insertSentCodes({ count: 5, age: 100, apart: 600, email: 'hour@example.com', worked });
    await expectAnnouncedWait(() => requestSecondsToWait('hour@example.com'), HOUR - (100 + 4 * 600));
  });

  test('allow twenty more a day to one address with proof of work', async () => {
    await insertSentCodes({ count: 10, age: HOUR, apart: 60, email: 'day@example.com' });
    await insertSentCodes({ count: 20, age: 2 * HOUR, apart: HOUR, email: 'day@example.com', worked });
    await expectAnnouncedWait(() => requestSecondsToWait('day@example.com'), DAY - 21 * HOUR);
  });

  test('allow thirty more an hour to one client with proof of work, to any addresses', async () => {
    await insertSentCodes({ count: 15, age: 60, apart: 1, client: '9.9.9.9' });
    await insertSentCodes({ count: 30, age: 60, apart: 60, client: '9.9.9.9', worked });
    await expectAnnouncedWait(() => requestSecondsToWait('one.of.many@example.com', '9.9.9.9'), HOUR - (60 + 29 * 60));
  });

  test('allow a hundred more a day to one client with proof of work', async () => {
    await insertSentCodes({ count: 50, age: HOUR, apart: 1, client: '9.9.9.10' });
    await insertSentCodes({ count: 100, age: HOUR, apart: 600, client: '9.9.9.10', worked });
    await expectAnnouncedWait(() => requestSecondsToWait('hundred@example.com', '9.9.9.10'), DAY - (HOUR + 99 * 600));
  });

  test('count an IPv6 /64 network as one client and ignore private addresses', async () => {
    await insertSentCodes({ count: 15, age: 60, apart: 1, client: '2a00:1450:4001:81b::/64' });
    await insertSentCodes({ count: 30, age: 60, apart: 1, client: '2a00:1450:4001:81b::/64', worked });
    expect(await requestSecondsToWait('six@example.com', '2a00:1450:4001:81b::200e')).toBeGreaterThan(0);
    expect(await requestSecondsToWait('six@example.com', '2a00:1450:4001:81c::200e')).toBe(0);
    await requestSecondsToWait('private@example.com', '10.0.0.7');
    const { client } = await gateway.database.one<{ client: string }>(
      sql`select client from login_codes where email = 'private@example.com'`,
    );
    expect(client).toBe('');
  });

  test('allow two thousand more an hour in total with proof of work', async () => {
    await insertSentCodes({ count: 1000, age: 30, apart: 1 });
    await insertSentCodes({ count: 2000, age: 30, apart: 1, worked });
    await expectAnnouncedWait(() => requestSecondsToWait('everybody@example.com'), HOUR - (30 + 1999));
  });

  test('allow one code to one address when it is requested many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browserAt('8.8.8.8').post('sendCode', { email: 'parallel@example.com' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
    const { mails } = await gateway.database.one<{ mails: number }>(
      sql`select count(*) as mails from mail_outbox where recipient = 'parallel@example.com'`,
    );
    expect(mails).toBe(1);
  });

  test('apply to one client that requests codes for many addresses at once', async () => {
    await insertSentCodes({ count: 10, age: 60, apart: 1, client: '9.9.9.11' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => browserAt('9.9.9.11').post('sendCode', { email: `herd${n}@example.com` })),
    );
    expect(answers.filter(({ body }) => body.respCode === '200')).toHaveLength(5);
  });

  test('keep sent codes for a day, and then delete them', async () => {
    await insertSentCodes({ count: 1, age: DAY + 5, apart: 0, email: 'old@example.com' });
    await insertSentCodes({ count: 1, age: DAY - 60, apart: 0, email: 'old@example.com' });
    await deleteOldLoginCodes(gateway.database);
    expect(await gateway.database.many(sql`select 1 from login_codes where email = 'old@example.com'`)).toHaveLength(1);
  });
});

describe('sendCode for a known and an unknown address', () => {
  /** Returns a database that runs all statements and records their texts. */
  function recordStatements(database: Database): { database: Database; statements: string[] } {
    const statements: string[] = [];
    const recording = <Kind extends Queryable>(inner: Kind): Kind => ({
      ...inner,
      many: (statement: Sql) => (statements.push(statement.text), inner.many(statement)),
      one: (statement: Sql) => (statements.push(statement.text), inner.one(statement)),
      maybeOne: (statement: Sql) => (statements.push(statement.text), inner.maybeOne(statement)),
      run: (statement: Sql) => (statements.push(statement.text), inner.run(statement)),
    });
    const outer: Database = {
      ...recording(database),
      transaction: (work) => database.transaction((transaction: Transaction) => work(recording(transaction))),
      repeatableTransaction: (work) =>
        database.repeatableTransaction((transaction: Transaction) => work(recording(transaction))),
    };
    return { database: outer, statements };
  }

  function callerWithoutCookies(set: Map<CookieName, number>): Caller {
    return {
      session: null,
      guestHash: null,
      address: '8.8.8.9',
      country: 'DE',
      isCountryKnown: true,
      locale: 'en-US',
      userAgent: '',
      authToken: '',
      cookies: {
        read: () => undefined,
        set: (name, value, seconds) => void set.set(name, value.length + seconds),
        clear: () => undefined,
      },
    };
  }

  async function recordSendCode(email: string) {
    const { database, statements } = recordStatements(gateway.database);
    const cookies = new Map<CookieName, number>();
    await sendCode(
      { database, operatorName: 'Slipway', mailTranslations: gateway.mailTranslations, keys: testKeys },
      { email },
      callerWithoutCookies(cookies),
    );
    return { statements, cookies };
  }

  test('runs the same SQL statements and gives the same response', async () => {
    await browserAt('8.8.8.8').login('known@example.com');
    await advanceClock(gateway, MINUTE);
    const known = await recordSendCode('known@example.com');
    const unknown = await recordSendCode('unknown@example.com');
    expect(known.statements.length).toBeGreaterThan(3);
    expect(unknown).toEqual(known);
    expect(known.statements.join()).not.toContain('buyers');

    await advanceClock(gateway, MINUTE);
    const [toKnown, toUnknown] = await Promise.all(
      ['known@example.com', 'unknown@example.com'].map((email) => browserAt('8.8.8.8').post('sendCode', { email })),
    );
    expect(toKnown?.body).toEqual(toUnknown?.body);
    expect(toKnown?.status).toBe(toUnknown?.status);
  });
});

test('opens one session when a correct code is sent several times at once', async () => {
  const email = 'twice@example.com';
  const browser = browserAt('8.8.8.8');
  await browser.post('sendCode', { email });
  const code = await browser.newestCode(email);
  const answers = await Promise.all([1, 2, 3].map(() => browser.post('login', { email, code })));
  const errors = answers.map(({ body }) => (body.data as { error?: string }).error ?? 'opened');
  expect(errors.toSorted()).toEqual(['code_expired', 'code_expired', 'opened']);
});
