import { createHash } from 'node:crypto';
import { countLeadingZeroBits, readWorkChallenge } from '@slipway/contract/loginWork.ts';
import { expect, test } from 'vitest';
import { solveWork } from './solveWork.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

test.each(['10.1795244460.nonce.mac', '0.1795244460.nonce.mac', '12.1795244460.-_.é'])('solves %s', (challenge) => {
  const work = solveWork(challenge);
  expect(readWorkChallenge(work)).toBe(challenge);
  expect(countLeadingZeroBits(sha256(work))).toBeGreaterThanOrEqual(Number.parseInt(challenge, 10));
});

test.each([
  [[255], 0],
  [[1], 7],
  [[0, 0, 64], 17],
  [[0, 0], 16],
])('%j begins with %i zero bits', (bytes, bits) => {
  expect(countLeadingZeroBits(new Uint8Array(bytes))).toBe(bits);
});

test.each(['', 'text', 'text.', 'text.1a', '5'])('%j contains no challenge', (work) => {
  expect(readWorkChallenge(work) ?? '').toBe('');
});
