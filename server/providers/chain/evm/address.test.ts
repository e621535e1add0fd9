import { describe, expect, test } from 'vitest';
import { validatorVectors } from '../validatorVectors.ts';
import { validateEvmAddress } from './address.ts';

const own = {
  treasury: '0x978Ba4105ad081cefE8785dE68E3f4B993A35948',
  contracts: new Set(['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48']),
};
const fault = (address: string) => {
  const verdict = validateEvmAddress(address, own);
  return verdict.valid ? undefined : verdict.fault;
};

describe('EVM addresses', () => {
  // EIP-55, test cases: all capitals, all lower case, and mixed.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s carries its checksum', (address) => {
    expect(validateEvmAddress(address, own)).toEqual({ valid: true, normalized: address });
  });

  test.each(['toLowerCase', 'toUpperCase'] as const)(
    'in one case there is no checksum, and it gets one (%s)',
    (change) => {
      const address = `0x${'5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'[change]()}`;
      expect(validateEvmAddress(address, own)).toEqual({
        valid: true,
        normalized: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      });
    },
  );

  test.each([
    ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'bad_checksum'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'malformed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0', 'malformed'],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'malformed'],
    ['0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', 'malformed'],
    ['vitalik.eth', 'malformed'],
    ['', 'malformed'],
    ['0x0000000000000000000000000000000000000000', 'zero_address'],
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'token_contract'],
    ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'token_contract'],
    ['0x978ba4105ad081cefe8785de68e3f4b993a35948', 'treasury_address'],
  ])('%s is %s', (address, expected) => {
    expect(fault(address)).toBe(expected);
  });

  test.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'Bitcoin'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Bitcoin'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'Bitcoin'],
    ['TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'Tron'],
  ])('%s is of %s', (address, looksLike) => {
    expect(validateEvmAddress(address, own)).toEqual({ valid: false, fault: 'wrong_network', looksLike });
  });

  test('multicoin-address-validator says the same', () => {
    const coins = ['ethereum', 'ETH', 'eth'];
    const taken = validatorVectors('valid', coins);
    const notTaken = validatorVectors('invalid', coins);
    expect(taken.length).toBeGreaterThan(10);
    expect(notTaken.length).toBeGreaterThan(5);
    for (const { address } of taken) expect(fault(address), address).toBeUndefined();
    for (const { address } of notTaken) expect(fault(address), address).toMatch(/^(?:malformed|bad_checksum)$/);
  });
});
