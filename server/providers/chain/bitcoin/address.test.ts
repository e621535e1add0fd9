import { Address, NETWORK, OutScript } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readValidatorVectors } from '../validatorVectors.ts';
import { decodeBitcoinAddress, encodeOutputScript, validateBitcoinAddress } from './address.ts';

const MAINNET = {
  network: 'mainnet',
  treasuryScript: encodeOutputScript('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'),
} as const;
const REGTEST = { ...MAINNET, network: 'regtest' } as const;
const hex = (address: string) => Buffer.from(encodeOutputScript(address)).toString('hex');

/** BIP 350, test vectors: valid addresses and their scripts. */
const validSegwit = [
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  ['BC1SW50QGDZ25J', '6002751e'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
  [
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
] as const;

/** BIP 350, test vectors: invalid addresses and their faults. */
const invalidSegwit = [
  ['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'malformed'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'bad_checksum'],
  ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'bad_checksum'],
  ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'bad_checksum'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'bad_checksum'],
  ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'bad_checksum'],
  ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'bad_checksum'],
  ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'malformed'],
  ['bc1pw5dgrnzv', 'malformed'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'malformed'],
  ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'malformed'],
  ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'malformed'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'malformed'],
  ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'malformed'],
  ['bc1gmk9yu', 'malformed'],
  // BIP 173: mixed case, zero padding of more than four bits, non-zero padding.
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7', 'malformed'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', 'malformed'],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv', 'malformed'],
] as const;

describe('segwit addresses (BIP 173, BIP 350)', () => {
  test.each(validSegwit)('%s has the script %s', (address, script) => {
    expect(hex(address)).toBe(script);
  });

  test.each(invalidSegwit)('%s is %s', (address, fault) => {
    expect(validateBitcoinAddress(address, REGTEST)).toMatchObject({ valid: false, fault });
  });

  test('are normalized to lower case', () => {
    expect(validateBitcoinAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', MAINNET)).toEqual({
      valid: true,
      normalized: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    });
  });
});

describe('an address', () => {
  const accepted = { valid: true };
  const testnetRefusal = { valid: false, fault: 'wrong_network', looksLike: 'Bitcoin testnet' };
  test.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', accepted, accepted],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', accepted, accepted],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', accepted, accepted],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', testnetRefusal, accepted],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', testnetRefusal, accepted],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', testnetRefusal, accepted],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', testnetRefusal, testnetRefusal],
  ])('%s is accepted or refused by its network, on mainnet and on regtest', (address, onMainnet, onLocal) => {
    expect(validateBitcoinAddress(address, MAINNET)).toMatchObject(onMainnet);
    expect(validateBitcoinAddress(address, REGTEST)).toMatchObject(onLocal);
  });

  test.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Ethereum'],
    ['ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea', 'Litecoin'],
    ['TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'Tron'],
    ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'Solana'],
  ])('%s is refused as one of %s', (address, looksLike) => {
    expect(validateBitcoinAddress(address, MAINNET)).toEqual({ valid: false, fault: 'wrong_network', looksLike });
  });

  test('of the treasury is refused in every spelling', () => {
    for (const address of [
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU',
    ]) {
      expect(validateBitcoinAddress(address, MAINNET)).toEqual({ valid: false, fault: 'treasury_address' });
    }
  });
});

describe('the adapter compared with other software', () => {
  const coins = ['bitcoin', 'btc', 'BTC'];

  test('accepts addresses that multicoin-address-validator accepts', () => {
    const vectors = readValidatorVectors('valid', coins)
      // The excluded address has the prefix of bcoin's regtest, which no other software uses.
      .filter(({ address }) => address !== 'GSa5espVLNseXEfKt46zEdS6jrPkmFghBU');
    expect(vectors.length).toBeGreaterThan(20);
    for (const { address } of vectors) expect(decodeBitcoinAddress(address)).toHaveProperty('address');
  });

  test('refuses addresses that multicoin-address-validator refuses', () => {
    const vectors = readValidatorVectors('invalid', coins);
    expect(vectors.length).toBeGreaterThan(10);
    for (const { address } of vectors) {
      expect(validateBitcoinAddress(address, MAINNET), address).toMatchObject({ valid: false });
    }
  });

  test('writes the same scripts as btc-signer, and detects one changed character', () => {
    const hash20 = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const hash32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const output = fc.oneof(
      fc.record({ type: fc.constantFrom('pkh' as const, 'sh' as const, 'wpkh' as const), hash: hash20 }),
      fc.record({ type: fc.constant('wsh' as const), hash: hash32 }),
    );
    fc.assert(
      fc.property(output, fc.nat(), (given, at) => {
        const address = Address(NETWORK).encode(given);
        expect(encodeOutputScript(address)).toEqual(OutScript.encode(given));
        const place = 4 + (at % (address.length - 4));
        const changed = address.slice(0, place) + (address[place] === 'q' ? 'p' : 'q') + address.slice(place + 1);
        expect(validateBitcoinAddress(changed, MAINNET).valid).toBe(false);
      }),
    );
  });
});

test.each([
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  '1111111111111111111114oLvT2',
  // Zeros as a script hash and as witness programs; a key hash with all bits set.
  Address(NETWORK).encode({ type: 'sh', hash: new Uint8Array(20) }),
  Address(NETWORK).encode({ type: 'wpkh', hash: new Uint8Array(20) }),
  Address(NETWORK).encode({ type: 'wsh', hash: new Uint8Array(32) }),
  Address(NETWORK).encode({ type: 'pkh', hash: new Uint8Array(20).fill(0xff) }),
  // Anyone may spend what is paid to an anchor.
  'bc1pfeessrawgf',
])('refuses the burn address %s', (address) => {
  expect(validateBitcoinAddress(address, MAINNET)).toEqual({ valid: false, fault: 'burn_address' });
  expect(validateBitcoinAddress(address, REGTEST)).toEqual({ valid: false, fault: 'burn_address' });
});
