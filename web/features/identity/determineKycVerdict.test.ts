import { describe, expect, test } from 'vitest';
import { determineKycVerdict } from './determineKycVerdict.ts';

describe('the verdict on a buyer', () => {
  test.each([
    ['2', '1', 'details_refused'],
    ['3', '2', 'review'],
    ['0', '1', 'details_missing'],
    ['1', '0', 'identity_missing'],
    ['1', '1', 'approved'],
    ['1', '2', 'identity_refused'],
    ['1', '3', 'review'],
  ] as const)('with details %s and document %s is %s', (details, identification, verdict) => {
    expect(determineKycVerdict(details, identification)).toBe(verdict);
  });
});
