import { describe, expect, test } from 'vitest';
import { generatePersonKey, openPersonKey, type StatementContent, signStatement } from './personKey.ts';
import type { PersonRegistry } from './personRegistry.ts';
import { formatRootKey, readRootKeys } from './rootKeys.ts';
import { hashStatement, parseStatement, type SignedStatement } from './statement.ts';
import { createStatementChain, getTestKey } from './testPersonKeys.testing.ts';
import { verifyRequest } from './verifyStatement.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const WITHDRAW = { act: 'withdraw', arguments: { subject: '1 BTC', input: { units: '100000000' } } };
const ACTION = {
  ...WITHDRAW,
  needsSecondApproval: true,
  requesters: ['treasurer'],
  approvers: ['compliance'],
} as const;

function signContent(
  by: string,
  content: Pick<StatementContent, 'act' | 'arguments'>,
  { key = by, now = NOW, head = createStatementChain().read().head } = {},
) {
  return signStatement(getTestKey(key), { ...content, person: by, reason: 'a test' }, { now, head });
}

function signApproval(
  request: SignedStatement,
  by = 'ben',
  changed: Parameters<typeof signContent>[2] = {},
): SignedStatement {
  return signContent(by, { act: 'approve', arguments: { statement: hashStatement(request) } }, changed);
}

const persons = createStatementChain('anna', 'ben').read();
const request = signContent('anna', WITHDRAW);
const approved = signApproval(request);

const judge = (
  both: { asked?: SignedStatement; approved?: SignedStatement | undefined },
  action = ACTION,
  known: PersonRegistry = persons,
) => {
  const judged = verifyRequest({ asked: request, approved, ...both }, action, { persons: known, now: NOW });
  return judged.kind === 'ok' ? 'ok' : judged.reason;
};

/** Edits a statement without signing it again. */
function editText({ text, signature }: SignedStatement, from: string, to: string): SignedStatement {
  return { text: text.replace(from, to), signature };
}

test('accepts a request that a second person has approved', () => {
  expect(judge({})).toBe('ok');
  expect(judge({ approved: undefined })).toBe('second_missing');
});

describe('refuses by name:', () => {
  const longAgo = signContent('anna', WITHDRAW, { now: new Date(NOW.getTime() - 24 * 3_600_000 - 1) });
  const answeredLate = { asked: longAgo, approved: signApproval(longAgo) };
  const days = (count: number) => new Date(NOW.getTime() - count * 24 * 3_600_000 - 1);
  const other = signContent('anna', { ...WITHDRAW, arguments: { ...WITHDRAW.arguments, subject: '9 BTC' } });
  test.each([
    ['malformed', { asked: { ...request, text: request.text.replace('{', '{ ') } }],
    ['malformed', { asked: { ...request, text: 'approve' } }],
    ['unknown_key', { asked: signContent('mallory', WITHDRAW) }],
    ['forged', { asked: editText(request, '1 BTC', '9 BTC') }],
    ['forged', { asked: { ...request, signature: approved.signature } }],
    ['forged', { approved: editText(approved, hashStatement(request), hashStatement(other)) }],
    ['wrong_person', { asked: signContent('ben', WITHDRAW, { key: 'anna' }) }],
    ['edited', { asked: other }],
    ['edited', { approved: signApproval(other) }],
    ['edited', { approved: signContent('ben', WITHDRAW) }],
    ['same_person', { approved: signApproval(request, 'anna') }],
    ['expired', { asked: signContent('anna', WITHDRAW, { now: days(1) }), approved: undefined }],
    ['expired', answeredLate],
    ['expired', { approved: signApproval(request, 'ben', { now: days(1) }) }],
    ['future', { asked: signContent('anna', WITHDRAW, { now: new Date(NOW.getTime() + 3 * 60_000) }) }],
    ['unknown_previous', { asked: signContent('anna', WITHDRAW, { head: 'a'.repeat(64) }) }],
  ] as const)('%s (%#)', (reason, both) => {
    expect(judge(both)).toBe(reason);
  });

  test('a revoked key and a role without the right', () => {
    const chain = createStatementChain('anna', 'ben', 'carl');
    chain.sign('carl', { act: 'revoke', arguments: { key: getTestKey('ben').id } });
    expect(judge({}, ACTION, chain.read())).toBe('revoked_key');
    const viewers = createStatementChain('berta', 'carl');
    viewers.confirm('carl', viewers.propose('berta', 'anna', ['viewer']));
    expect(judge({}, ACTION, viewers.read())).toBe('wrong_role');
  });

  test('everything when statements about people are missing', () => {
    expect(judge({}, ACTION, { ...persons, brokenAt: 'x' })).toBe('persons_broken');
  });
});

describe('a signed time of execution', () => {
  const HOUR_MS = 3_600_000;
  const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS);
  const judgeAt = (notBefore: Date, now: Date, requestedAt = hours(0), agreedAt = hours(1)) => {
    const requested = signContent('anna', WITHDRAW, { now: requestedAt });
    const both = { asked: requested, approved: signApproval(requested, 'ben', { now: agreedAt }) };
    const judged = verifyRequest(both, { ...ACTION, notBefore }, { persons, now });
    return judged.kind === 'ok' ? 'ok' : judged.reason;
  };

  test('allows execution for a day from that time', () => {
    expect(judgeAt(hours(200), hours(200))).toBe('ok');
    expect(judgeAt(hours(200), hours(224))).toBe('ok');
    expect(judgeAt(hours(200), hours(224.1))).toBe('expired');
  });

  test('allows execution for a day from the approval if the approval is later', () => {
    expect(judgeAt(hours(2), hours(24), hours(0), hours(3))).toBe('ok');
    expect(judgeAt(hours(2), hours(27.1), hours(0), hours(3))).toBe('expired');
  });

  test('requires the approval within a day, and is at most thirty days ahead', () => {
    expect(judgeAt(hours(200), hours(200), hours(0), hours(24))).toBe('ok');
    expect(judgeAt(hours(200), hours(200), hours(0), hours(24.1))).toBe('expired');
    expect(judgeAt(hours(720), hours(720))).toBe('ok');
    expect(judgeAt(hours(720.1), hours(721))).toBe('too_far');
  });
});

test('detects any changed byte', () => {
  for (let at = 0; at < request.text.length; at += 1) {
    const text = `${request.text.slice(0, at)}${request.text[at] === 'a' ? 'b' : 'a'}${request.text.slice(at + 1)}`;
    expect(judge({ asked: { text, signature: request.signature } }), text).not.toBe('ok');
  }
});

test('accepts one encoding of a statement', () => {
  expect(parseStatement(request.text)).toMatchObject({ person: 'anna', act: 'withdraw' });
  expect(parseStatement(JSON.stringify(JSON.parse(request.text), null, 1))).toBeUndefined();
  expect(parseStatement(request.text.replace('}', ',"more":"x"}'))).toBeUndefined();
});

test('stores a key as PEM, with or without a passphrase', () => {
  const pem = generatePersonKey('correct horse');
  expect(pem).toMatch(/^-----BEGIN SLIPWAY OPERATOR KEY-----\n/);
  expect(() => openPersonKey(pem, 'wrong')).toThrow();
  const key = openPersonKey(pem, 'correct horse');
  // A change anywhere is detected.
  const [begin = '', first = '', ...rest] = pem.split('\n');
  const changed = [begin, `${first.startsWith('A') ? 'B' : 'A'}${first.slice(1)}`, ...rest].join('\n');
  expect(() => openPersonKey(changed, 'correct horse')).toThrow();
  expect(openPersonKey(generatePersonKey()).id).not.toBe(key.id);
  const text = formatRootKey({ name: 'zoe', credential: key.credential });
  expect(readRootKeys(`${text},`)).toEqual([{ name: 'zoe', credential: key.credential }]);
  for (const wrong of [`${text},${text}`, 'zoe', 'zoe=AAAA', `Zoe=${key.credential.publicKey}`])
    expect(() => readRootKeys(wrong)).toThrow('OPERATOR_ROOT_KEYS');
});
