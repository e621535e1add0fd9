import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { describe, expect, test } from 'vitest';
import { NO_CEILING, NOTHING_CLAIMED } from '../composeHelpers.testing.ts';
import { createKeySigner } from '../digestSigner.ts';
import { createBitcoinChain, type OutputsReading } from './bitcoin.ts';
import { selectCoins } from './coinSelection.ts';
import { bitcoinConfigSchema } from './manifest.ts';
import { computeDustLimit, computeFee, computeVirtualSize } from './transactionSize.ts';
import { openTreasuryKey } from './treasuryKey.ts';

const BTC = { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 };
const KEY = Buffer.from('21'.repeat(32), 'hex');
const own = p2wpkh(pubECDSA(KEY), NETWORK);
const taproot = p2tr(pubSchnorr(KEY), undefined, NETWORK);

/**
 * https://github.com/bitcoin/bitcoin/blob/master/src/policy/policy.cpp, GetDustThreshold at the dust relay fee of 3,000
 * sat/kvB.
 */
const limits = [
  ['P2PKH', p2pkh(pubECDSA(KEY), NETWORK).script, 546n],
  ['P2SH', p2sh(own, NETWORK).script, 540n],
  ['P2WPKH', own.script, 294n],
  ['P2WSH', p2wsh(p2pkh(pubECDSA(KEY), NETWORK), NETWORK).script, 330n],
  ['P2TR', taproot.script, 330n],
  // BIP 433: OP_1 and two bytes, 13 bytes as an output.
  ['P2A', Uint8Array.of(0x51, 0x02, 0x4e, 0x73), 240n],
] as const;

describe('the dust limit of an output', () => {
  test.each(limits)('of %s is %s', (_, script, limit) => {
    expect(computeDustLimit(script)).toBe(limit);
  });
});

describe('the smallest payout to a payee', () => {
  const { address: treasuryAddress } = openTreasuryKey(createKeySigner(KEY.toString('hex')), { network: 'mainnet' });
  const chain = createBitcoinChain({
    ...bitcoinConfigSchema.parse({ rpcUrl: 'http://127.0.0.1:9', treasuryAddress }),
    name: 'Bitcoin',
    nativeAsset: BTC,
  });
  const output = { txid: 'aa'.repeat(32), index: 0, units: 1_000_000n, confirmations: 1 };
  const reading: OutputsReading = { kind: 'outputs', outputs: [output], feeRate: 1_000n };
  const payees = [
    [p2pkh(pubECDSA(KEY), NETWORK).address ?? '', 546n],
    [p2sh(own, NETWORK).address ?? '', 540n],
    [own.address ?? '', 294n],
    [p2wsh(p2pkh(pubECDSA(KEY), NETWORK), NETWORK).address ?? '', 330n],
    [taproot.address ?? '', 330n],
  ] as const;

  test.each(payees)('to %s is %s', (to, limit) => {
    const compose = (units: bigint) =>
      chain.composePayout([{ asset: BTC, to, units }], reading, NOTHING_CLAIMED, NO_CEILING);
    expect(compose(limit - 1n)).toMatchObject({ kind: 'refused', reason: 'dust' });
    expect(compose(limit).kind).toBe('ok');
  });
});

test.each([
  [294n, 294n],
  [293n, 0n],
])(
  'with %s left after payment and fee, returns %s as change, by the dust limit of the treasury’s address',
  (remainder, changeUnits) => {
    const payee = taproot.script;
    const feeRate = 1_000n;
    const fee = computeFee(computeVirtualSize(1, [payee, own.script]), feeRate);
    const available = [{ txid: 'aa'.repeat(32), index: 0, units: 10_000n + fee + remainder, confirmations: 1 }];
    const chosen = selectCoins(available, { units: 10_000n, payeeScripts: [payee], changeScript: own.script, feeRate });
    expect(chosen?.changeUnits).toBe(changeUnits);
  },
);
