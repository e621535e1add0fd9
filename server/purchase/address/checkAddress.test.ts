import { describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { validateBitcoinAddress } from '../../providers/chain/bitcoin/address.ts';
import { bitcoinUris } from '../../providers/chain/bitcoin/paymentUris.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { validateEvmAddress } from '../../providers/chain/evm/address.ts';
import { ethereumUris } from '../../providers/chain/evm/paymentUris.ts';
import { readValidatorVectors } from '../../providers/chain/validatorVectors.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';
import { requireCrypto } from '../catalog/catalog.ts';
import { checkAddress } from './checkAddress.ts';

const { catalog } = seededSettings();
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const EVM = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const DENIED = '0x52908400098527886E0F7030069857D2E4169EE7';

type AddressReader = Pick<Chain, 'validateAddress' | 'paymentUris'>;

const evm: AddressReader = {
  validateAddress: (address) => validateEvmAddress(address, { treasury: '', contracts: new Set() }),
  paymentUris: ethereumUris,
};
const bitcoin: AddressReader = {
  validateAddress: (address) =>
    validateBitcoinAddress(address, { network: 'mainnet', treasuryScript: new Uint8Array() }),
  paymentUris: bitcoinUris,
};

/** Only the chain functions that are needed here. */
const chains = new Map(
  catalog.networks.map(({ id, chain, name }) => [
    chain,
    { network: chain, name, ...(id === 'bitcoin' ? bitcoin : evm) } as unknown as Chain,
  ]),
);

function check(cryptoId: string, pasted: string) {
  return checkAddress(
    { addressReaders: chains, screening: createFixedScreening([DENIED]) },
    requireCrypto(catalog, cryptoId),
    pasted,
  );
}

describe.each([
  ['BTC', 'bitcoin', readValidatorVectors('valid', ['bitcoin', 'BTC', 'btc']).filter(({ options }) => options === '')],
  [
    'ETH',
    'ethereum',
    readValidatorVectors('valid', ['ethereum', 'ETH', 'eth']).filter(({ options }) => options === ''),
  ],
])('an address of %s, plain or pasted with other characters', (cryptoId, scheme, vectors) => {
  test('has test vectors', () => expect(vectors.length).toBeGreaterThan(3));

  test.each(vectors.map(({ address }) => address))('%s', (address) => {
    const plain = check(cryptoId, address);
    for (const pasted of [
      ` ${address}`,
      `${address}\n`,
      `\u00A0\t${address}\r\n`,
      `${scheme}:${address}`,
      ` ${scheme.toUpperCase()}:${address} `,
    ]) {
      // Some vectors are EVM addresses without 0x: the wrapped address must give the same result as the plain one.
      expect(check(cryptoId, pasted)).toEqual(plain);
    }
    const places = (hidden: string) => [
      hidden + address,
      address + hidden,
      address.slice(0, 8) + hidden + address.slice(8),
    ];
    for (const pasted of ['\u202A', '\u202E', '\u0000'].flatMap(places))
      expect(check(cryptoId, pasted)).toMatchObject({ valid: false, fault: 'malformed' });
    for (const pasted of ['\u200B', '\u200D', '\uFEFF', '\u2066', '\u00AD'].flatMap(places))
      expect(check(cryptoId, pasted)).toEqual(plain);
  });
});

test.each([
  ['BTC', readValidatorVectors('invalid', ['bitcoin', 'BTC', 'btc'])],
  ['ETH', readValidatorVectors('invalid', ['ethereum', 'ETH', 'eth'])],
])('refuses an invalid address of %s in a URI too', (cryptoId, vectors) => {
  const scheme = cryptoId === 'BTC' ? 'bitcoin' : 'ethereum';
  const plain = vectors.filter(({ options, address }) => options === '' && !check(cryptoId, address).valid);
  expect(plain.length).toBeGreaterThan(3);
  for (const { address } of plain) expect(check(cryptoId, `${scheme}:${address}`).valid).toBe(false);
});

const accepted = (normalized: string) => ({ valid: true, normalized });
const refused = (fault: string, looksLike: string | null = null) => ({ valid: false, fault, looksLike });

test.each([
  // BIP 21
  ['BTC', `bitcoin:${BITCOIN}`, accepted(BITCOIN)],
  ['BTC', `BITCOIN:${BITCOIN.toUpperCase()}`, accepted(BITCOIN)],
  ['BTC', `bitcoin:${BITCOIN}?label=Luke-Jr&message=Donation%20for%20xyz`, accepted(BITCOIN)],
  ['BTC', `bitcoin:${BITCOIN}?`, accepted(BITCOIN)],
  ['BTC', `bitcoin:${BITCOIN}?amount=20.3&label=Luke-Jr`, accepted(BITCOIN)],
  ['BTC', `bitcoin:${BITCOIN}?req-somethingyoudontunderstand=50`, refused('malformed')],
  ['BTC', `bitcoin:${BITCOIN}?amount=1&REQ-x=1`, refused('malformed')],
  ['BTC', `bitcoin:${BITCOIN}?lightning=lnbc1`, accepted(BITCOIN)],
  ['BTC', 'litecoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', refused('wrong_network', 'Litecoin')],
  ['ETH', `ethereum:${EVM}@137`, refused('wrong_network', 'Polygon')],
  ['USDC_BASE', `ethereum:${EVM}@137`, refused('wrong_network', 'Polygon')],
  ['BTC', 'bitcoin:', refused('malformed')],
  ['BTC', `bitcoin://${BITCOIN}`, refused('malformed')],
  ['BTC', `bitcoin:bitcoin:${BITCOIN}`, refused('malformed')],
  ['BTC', `${BITCOIN} ${BITCOIN}`, refused('bad_checksum')],
  ['BTC', `ethereum:${EVM}`, refused('wrong_network', 'Ethereum')],
  ['ETH', `bitcoin:${BITCOIN}`, refused('wrong_network', 'Bitcoin')],
  // EIP-681
  ['ETH', `ethereum:${EVM}`, accepted(EVM)],
  ['ETH', `ethereum:pay-${EVM}`, accepted(EVM)],
  ['ETH', `ethereum:${EVM}@1`, accepted(EVM)],
  ['USDC_BASE', `ethereum:${EVM}@8453`, accepted(EVM)],
  ['USDC_BASE', `ethereum:${EVM}`, accepted(EVM)],
  ['USDC_BASE', `ethereum:${EVM}@1`, refused('wrong_network', 'Ethereum')],
  ['ETH', `ethereum:${EVM}@8453`, refused('wrong_network', 'Base')],
  ['ETH', `ethereum:${EVM}@31337`, refused('wrong_network')],
  ['ETH', `ethereum:${EVM}@0x1`, refused('malformed')],
  ['ETH', `ethereum:${EVM}@`, refused('malformed')],
  ['ETH', `ethereum:${EVM}?value=2.014e18`, accepted(EVM)],
  // Characters that cannot be part of an address are removed.
  ['ETH', `\u2066${EVM}\u2069`, accepted(EVM)],
  ['ETH', `${EVM.slice(0, 20)}\u200B${EVM.slice(20)}`, accepted(EVM)],
  ['ETH', `\u201C${EVM}\u201D.`, accepted(EVM)],
  ['ETH', `<${EVM}>,`, accepted(EVM)],
  ['ETH', `${EVM.slice(0, 20)}\n  ${EVM.slice(20)}`, accepted(EVM)],
  ['ETH', `My address: ${EVM}`, refused('malformed')],
  ['ETH', `${EVM.slice(0, 20)}\u202E${EVM.slice(20)}`, refused('malformed')],
  [
    'USDC',
    `ethereum:${EVM}/transfer?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=1`,
    refused('malformed'),
  ],
  ['ETH', `ethereum:${EVM}/transfer`, refused('malformed')],
  ['ETH', 'ethereum:vitalik.eth', refused('malformed')],
  ['ETH', `ethereum:${EVM.replace('71C7', '71c7')}`, refused('bad_checksum')],
  ['ETH', ` ethereum:${DENIED}@1 `, refused('denied')],
])('returns the verdict on a text pasted for %s: %s', (cryptoId, pasted, verdict) => {
  expect(check(cryptoId, pasted)).toEqual(verdict);
});
