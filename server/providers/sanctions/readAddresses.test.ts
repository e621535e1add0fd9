import { expect, test } from 'vitest';
import { composeList } from './composeList.ts';
import { readAddresses } from './readAddresses.ts';

const ADDRESS = '0x769fA59e474e1110BEFe1fAA2CfaAd7CD8b0c25D';

test('reads one address per line with any line ending, and keeps their spelling', () => {
  const monero = '49HqitRzdnhYjgTEAhgGpCfsjdTeMbUTU6cyR4JV1R7k2Eej9rGT8JpFiYDa4tZM6RZiFrHmMzgSrhHEqpDYKBe5B2ufNsL';
  const prefixed = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
  expect(readAddresses(`${ADDRESS}\r\n\n  ${monero}\t\n${ADDRESS.toLowerCase()} \n${prefixed}`)).toEqual([
    ADDRESS,
    monero,
    ADDRESS.toLowerCase(),
    prefixed,
  ]);
  expect(readAddresses('')).toEqual([]);
});

test.each([
  ['a page of HTML', '<!doctype html><html><body>Sign in</body></html>', 'line 1 is no address'],
  ['a message', '404: Not Found', 'line 1 is no address'],
  ['JSON', `["${ADDRESS}"]`, 'line 1 is no address'],
  ['a name', 'maintenance', 'line 1 is no address'],
  ['two on a line', `${ADDRESS} ${ADDRESS}`, 'line 1 is no address'],
  ['a letter of another alphabet', `${ADDRESS}\n${ADDRESS.replace('a', '\u0430')}`, 'line 2 is not plain ASCII'],
  ['a non-ASCII space', `${ADDRESS}\u00A0`, 'line 1 is not plain ASCII'],
  ['a byte order mark', `\uFEFF${ADDRESS}`, 'line 1 is not plain ASCII'],
  ['a zero byte', `${ADDRESS}\0`, 'line 1 is not plain ASCII'],
  ['a very long line', `${ADDRESS}\n${'a'.repeat(129)}`, 'line 2 has 129 characters'],
])('refuses %s', (_what, text, fault) => {
  expect(() => readAddresses(text)).toThrow(fault);
});

test('composes the same list from any order and repetition', () => {
  const list = composeList('ofac', ['b', 'a', 'B', 'a'], {});
  expect(list.addresses).toEqual(['B', 'a', 'b']);
  // printf 'B\na\nb\n' | sha256sum
  expect(list.hash).toBe('7a635c760621356f604d36362a3f6fc527049e64be1d883bcd4db07739f15972');
  expect(list.version).toBe(list.hash);
  expect(composeList('file', ['a', 'B', 'b'], { version: '2026-11-20' })).toEqual({
    ...list,
    source: 'file',
    version: '2026-11-20',
  });
});
