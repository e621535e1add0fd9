import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import type { AppError } from '../../platform/http/appError.ts';
import { sha256 } from '../../platform/secrets.ts';
import { advanceClock, openTestBrowser, resetClockAfterEach } from '../testBrowser.testing.ts';
import { computeDifficultyBits, issueChallenge, verifyWork } from './loginWork.ts';
import { requireCodeAllowed } from './requireCodeAllowed.ts';
import { solveChallenge } from './solvedWork.testing.ts';

const KEY = [new Uint8Array(32).fill(7)] as const;
const now = new Date('2026-11-23T10:00:00Z');
const email = 'anna@example.com';
const easy = { email, bits: 8, nonce: 'any', now };

describe('a challenge for proof of work', () => {
  test('is accepted for five minutes when it is solved', () => {
    const challenge = issueChallenge(KEY, easy);
    const work = solveChallenge(challenge);
    expect(verifyWork(KEY, { email, work, now })).toEqual(sha256(challenge));
    expect(verifyWork(KEY, { email, work, now: new Date(now.getTime() + 299_000) })).toBeDefined();
  });

  test.each<[string, (work: string) => Partial<Parameters<typeof verifyWork>[1]>]>([
    ['of another address', () => ({ email: 'ben@example.com' })],
    ['of five minutes ago', () => ({ now: new Date(now.getTime() + 300_000) })],
    ['made easier', (work) => ({ work: work.replace(/^8\./, '1.') })],
    [
      'with a later expiry',
      (work) => ({ work: work.replace(/^8\.(\d+)/, (_, end: string) => `8.${Number(end) + 600}`) }),
    ],
    ['without its MAC', (work) => ({ work: work.replace(/\.[\w-]{43}\./, '..') })],
    ['without a counter', (work) => ({ work: work.slice(0, work.lastIndexOf('.')) })],
    ['without a known issuer', () => ({ work: '0.9999999999.x.y.0' })],
    ['without any content', () => ({ work: '' })],
  ])('%s is refused', (_what, change) => {
    const work = solveChallenge(issueChallenge(KEY, easy));
    expect(verifyWork(KEY, { email, work, now, ...change(work) })).toBeUndefined();
  });

  test('is refused when its MAC has another encoding of the same bytes', () => {
    const challenge = issueChallenge(KEY, easy);
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // The last of 43 digits has two bits that no byte of the MAC contains.
    const rewritten = `${challenge.slice(0, -1)}${digits[digits.indexOf(challenge.at(-1) ?? '') + 1]}`;
    for (const other of [rewritten, `${challenge}=`])
      expect(verifyWork(KEY, { email, work: solveChallenge(other), now })).toBeUndefined();
  });

  test('is refused when it is not solved', () => {
    const challenge = issueChallenge(KEY, { ...easy, bits: 200 });
    expect(verifyWork(KEY, { email, work: `${challenge}.0`, now })).toBeUndefined();
  });

  test('is refused when another key issued it', () => {
    const work = solveChallenge(issueChallenge([new Uint8Array(32)], easy));
    expect(verifyWork(KEY, { email, work, now })).toBeUndefined();
  });

  test('is harder the more of the limit is used up', () => {
    expect([0, 0.5, 1, 3].map(computeDifficultyBits)).toEqual([16, 18, 19, 19]);
  });
});

describe('sendCode when the limit without work is used up', async () => {
  const gateway = await openOwnGateway({ trustedProxies: ['127.0.0.1'] });
  resetClockAfterEach(gateway);
  const VICTIM = 'victim@example.com';

  async function requestCode(input: object, client = '9.9.9.30') {
    const { body } = await openTestBrowser(gateway, { 'x-forwarded-for': client }).post('sendCode', input);
    return body.data as { error?: string; facts?: { challenge: string } };
  }

  async function countCodes(): Promise<number> {
    const { count } = await gateway.database.one<{ count: number }>(
      sql`select count(*)::int as count from login_codes`,
    );
    return count;
  }

  test('sends no code for two thousand requests without work, and one code for a solved challenge', async () => {
    await gateway.database.run(sql`
      insert into login_codes (email, client, code_hash, salt, request_hash, tries_left, created_at, expires_at)
      select case when n < 3 then ${VICTIM} else n::text end, '', '', '', '', 5, slipway_now() - interval '2 minutes', slipway_now()
      from generate_series(0, 999) as n`);
    const unsolved = (n: number) => {
      const subject = {
        email: n % 2 === 0 ? VICTIM : `${n}@example.com`,
        client: `9.9.9.${n % 250}`,
        knownBrowser: null,
      };
      return requireCodeAllowed(testKeys, gateway.database, { subject, work: undefined, now });
    };
    const refusals = new Set<string>();
    // Limited batches: a call that waits too long for a connection is refused for another reason.
    for (const from of Array.from({ length: 20 }, (_, round) => round * 100)) {
      const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => unsolved(from + n)));
      for (const answer of answers)
        refusals.add(answer.status === 'rejected' ? (answer.reason as AppError).key : 'sent');
    }
    expect(refusals).toEqual(new Set(['work_needed']));
    expect(await countCodes()).toBe(1000);

    const { facts } = await requestCode({ email: VICTIM });
    const work = solveChallenge(facts?.challenge ?? '');
    expect(await requestCode({ email: 'another@example.com', work })).toMatchObject({ error: 'work_needed' });
    const twice = await Promise.all([requestCode({ email: VICTIM, work }), requestCode({ email: VICTIM, work })]);
    expect(twice.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(await countCodes()).toBe(1001);
    await advanceClock(gateway, 61);
    expect(await requestCode({ email: VICTIM, work })).toMatchObject({ error: 'work_needed' });
  });
});
