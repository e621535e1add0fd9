import { createHash, sign } from 'node:crypto';
import { buildBulkSignedText, MAX_BULK_STATEMENTS } from '@slipway/contract/statements/statement.ts';
import { describe, expect, test } from 'vitest';
import { deriveSamplePersonKey } from '../../../sandbox/world/samplePersons.ts';
import { buildBatchSignature, readBatchSignature } from './batchSignature.ts';
import { encodePasskeySignature } from './passkeySignature.ts';
import { createStatement, signStatement } from './personKey.ts';
import { hashStatement, type SignedStatement } from './statement.ts';
import { getTestPasskey } from './testPasskeys.testing.ts';
import { createStatementChain, getTestKey, signTogether } from './testPersonKeys.testing.ts';
import { verifyRequest } from './verifyStatement.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const chain = createStatementChain('anna', 'ben');
const persons = chain.read();

function signRequest(by: string, act: string, subject: string): SignedStatement {
  const content = { act, arguments: { action: act, subject, input: {} }, person: by, reason: 'a test' };
  return signStatement(getTestKey(by), content, { now: NOW, head: persons.head });
}

const signApproval = (request: SignedStatement): SignedStatement =>
  signStatement(
    getTestKey('ben'),
    { act: 'approve', arguments: { statement: hashStatement(request) }, person: 'ben', reason: 'a test' },
    { now: NOW, head: persons.head },
  );

function judge(request: SignedStatement, act: string, subject: string, approved?: SignedStatement): string {
  const action = {
    act,
    arguments: { action: act, subject, input: {} },
    needsSecondApproval: approved !== undefined,
    requesters: ['treasurer', 'compliance', 'admin'],
    approvers: ['treasurer', 'compliance', 'admin'],
  } as const;
  const judged = verifyRequest({ asked: request, approved }, action, { persons, now: NOW });
  return judged.kind === 'ok' ? 'ok' : judged.reason;
}

const orders = ['A', 'B', 'C'];
const separate = orders.map((subject) => signRequest('anna', 'clear', subject));
const together = signTogether('anna', separate);
const at = <Value>(list: readonly Value[], index: number): Value => {
  const found = list[index];
  if (found === undefined) throw new Error(`nothing at ${index}`);
  return found;
};

describe('statements covered by one signature', () => {
  test('are valid individually, each for its own content', () => {
    expect(together.map((one, index) => judge(one, 'clear', at(orders, index)))).toEqual(['ok', 'ok', 'ok']);
    expect(judge(at(together, 0), 'clear', 'B')).toBe('edited');
  });

  test('may be signed by a passkey', () => {
    const key = getTestPasskey('pia');
    const people = createStatementChain('anna', 'ben');
    people.confirm('ben', people.propose('anna', 'pia', ['compliance'], key));
    const registry = people.read();
    const texts = orders.map((subject) => {
      const content = {
        act: 'clear',
        arguments: { action: 'clear', subject, input: {} },
        person: 'pia',
        reason: 'a test',
      };
      return key.sign(createStatement(key.id, content, { now: NOW, head: registry.head })).text;
    });
    const list = buildBulkSignedText(texts.map((text) => hashStatement({ text })));
    const challenge = createHash('sha256').update(list).digest('base64url');
    const signature = buildBatchSignature(texts, encodePasskeySignature(key.authenticator.answer(challenge).response));
    const action = { act: 'clear', needsSecondApproval: false, requesters: ['compliance'], approvers: [] } as const;
    const outcomes = texts.map((text, index) => {
      const args = { action: 'clear', subject: at(orders, index), input: {} };
      const request = { text, signature };
      return verifyRequest(
        { asked: request, approved: undefined },
        { ...action, arguments: args },
        { persons: registry, now: NOW },
      ).kind;
    });
    expect(outcomes).toEqual(['ok', 'ok', 'ok']);
  });

  test.each<[string, SignedStatement]>([
    ['is not in the list', { text: signRequest('anna', 'clear', 'A').text, signature: at(together, 0).signature }],
    ['was signed by another person', at(signTogether('ben', separate), 0)],
    [
      'has a list with the signature of a single statement',
      {
        text: at(separate, 0).text,
        signature: buildBatchSignature(
          separate.map(({ text }) => text),
          at(separate, 0).signature,
        ),
      },
    ],
    [
      'has only the signature of a list',
      {
        text: at(separate, 0).text,
        signature: sign(
          null,
          Buffer.from(buildBulkSignedText(separate.map(hashStatement))),
          deriveSamplePersonKey('anna'),
        ),
      },
    ],
    [
      'has a list in another order',
      { text: at(separate, 0).text, signature: at(signTogether('anna', separate.toReversed()), 0).signature.slice(1) },
    ],
    ['has a list of one statement', at(signTogether('anna', separate.slice(0, 1)), 0)],
    ['has a list that contains it twice', at(signTogether('anna', [at(separate, 0), at(separate, 0)]), 0)],
  ])('are forged when one %s', (_how, forged) => {
    expect(judge(forged, 'clear', 'A')).toBe('forged');
  });

  test('are limited in number', () => {
    const many = Array.from({ length: MAX_BULK_STATEMENTS + 1 }, (_, index) =>
      signRequest('anna', 'clear', String(index)),
    );
    expect(judge(at(signTogether('anna', many), 0), 'clear', '0')).toBe('forged');
    expect(judge(at(signTogether('anna', many.slice(1)), 0), 'clear', '1')).toBe('ok');
  });

  test.each(['withdraw', 'allow-address', 'set', 'vouch', 'pay-to', 'refund', 'enter', 'stop-signing', 'enrol'])(
    'may not request %s, which needs a separate signature',
    (act) => {
      const [one] = signTogether('anna', [signRequest('anna', act, 'A'), signRequest('anna', 'clear', 'B')]);
      expect(one && judge(one, act, 'A')).toBe('signed_in_batch');
    },
  );

  test('may approve only releases, refusals and refunds', () => {
    const outcomes = ['clear', 'refuse', 'refund', 'withdraw', 'vouch', 'allow-address'].map((act) => {
      const request = signRequest('anna', act, 'A');
      const [approval] = signTogether('ben', [signApproval(request), signApproval(signRequest('anna', act, 'B'))]);
      return judge(request, act, 'A', approval);
    });
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'signed_in_batch', 'signed_in_batch', 'signed_in_batch']);
  });

  test('may not confirm people', () => {
    const people = createStatementChain('anna', 'ben');
    people.propose('anna', 'zoe', ['admin']);
    const proposal = at(people.statements, people.statements.length - 1);
    const confirmation = people.signAt(NOW, 'ben', {
      act: 'confirm',
      arguments: { statement: hashStatement(proposal) },
    });
    const other = people.signAt(NOW, 'ben', { act: 'confirm', arguments: { statement: 'f'.repeat(64) } });
    people.statements.push(at(signTogether('ben', [confirmation, other]), 0));
    expect(people.names()).toEqual(['anna', 'ben']);
  });
});

test('the signature of a single statement is not read as a list', () => {
  expect(readBatchSignature(at(separate, 0).signature)).toBeUndefined();
  expect(readBatchSignature(Buffer.from('{}'))).toBeUndefined();
  expect(readBatchSignature(Buffer.from(` ${Buffer.from(at(together, 0).signature).toString()}`))).toBeUndefined();
});
