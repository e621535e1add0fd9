import { describe, expect, test } from 'vitest';
import { readValidatorVectors } from '../validatorVectors.ts';
import { validateEvmAddress } from './address.ts';

const own = {
  treasury: '0x978Ba4105ad081cefE8785dE68E3f4B993A35948',
  contracts: new Set(['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48']),
};
const findFault = (address: string) => {
  const verdict = validateEvmAddress(address, own);
  return verdict.valid ? undefined : verdict.fault;
};

describe('EVM addresses', () => {
  // EIP-55, test cases: upper case, lower case and mixed.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s has a valid checksum', (address) => {
    expect(validateEvmAddress(address, own)).toEqual({ valid: true, normalized: address });
  });

  test.each(['toLowerCase', 'toUpperCase'] as const)('get a checksum when they are in one case (%s)', (change) => {
    const address = `0x${'5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'[change]()}`;
    expect(validateEvmAddress(address, own)).toEqual({
      valid: true,
      normalized: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    });
  });

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
    expect(findFault(address)).toBe(expected);
  });

  test.each([
    ['the usual burn address', '0x000000000000000000000000000000000000dEaD', 'burn_address'],
    ['in lower case', '0x000000000000000000000000000000000000dead', 'burn_address'],
    ['burns of a token', '0xdEAD000000000000000042069420694206942069', 'burn_address'],
    ['a placeholder for the native coin', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'burn_address'],
    ['all bits set', '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF', 'burn_address'],
    ...Array.from({ length: 0x11 }, (_, index): [string, string, string] => [
      `precompile ${index + 1}`,
      `0x${(index + 1).toString(16).padStart(40, '0')}`,
      'system_contract',
    ]),
    ['P256VERIFY', '0x0000000000000000000000000000000000000100', 'system_contract'],
    ['a precompile of Arbitrum', '0x0000000000000000000000000000000000000064', 'system_contract'],
    ['POL as a token of Polygon', '0x0000000000000000000000000000000000001010', 'system_contract'],
    ['WETH of Base and Optimism', '0x4200000000000000000000000000000000000006', 'system_contract'],
    ['the gas oracle of the OP stack', '0x420000000000000000000000000000000000000F', 'system_contract'],
    ['the deposit contract', '0x00000000219ab540356cBB839Cbe05303d7705Fa', 'system_contract'],
    ['WETH of Ethereum', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'token_contract'],
    ['WETH of Arbitrum', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 'token_contract'],
    ['WETH of Polygon', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 'token_contract'],
    ['WPOL', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 'token_contract'],
    ['USDT, which the catalog of this test lacks', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'token_contract'],
    ['stETH', '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', 'token_contract'],
  ])('%s is refused: %s', (_what, address, expected) => {
    expect(findFault(address)).toBe(expected);
  });

  test.each(['0x0000000000000000000000000000000000010000', '0x4200000000000000000000000000000000010000'])(
    '%s is accepted although it resembles a system contract',
    (address) => expect(findFault(address)).toBe(undefined),
  );

  test.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'Bitcoin'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Bitcoin'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'Bitcoin'],
    ['TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'Tron'],
  ])('%s is recognized as %s', (address, looksLike) => {
    expect(validateEvmAddress(address, own)).toEqual({ valid: false, fault: 'wrong_network', looksLike });
  });

  test('agree with multicoin-address-validator', () => {
    const coins = ['ethereum', 'ETH', 'eth'];
    const accepted = readValidatorVectors('valid', coins);
    const refused = readValidatorVectors('invalid', coins);
    expect(accepted.length).toBeGreaterThan(10);
    expect(refused.length).toBeGreaterThan(5);
    for (const { address } of accepted) expect(findFault(address), address).toBeUndefined();
    for (const { address } of refused) expect(findFault(address), address).toMatch(/^(?:malformed|bad_checksum)$/);
  });
});
