import { NETWORK, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTemporaryChains, type TemporaryChains } from '../../../../sandbox/chains/temporaryChains.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import type { PayoutRequests, SignedPayout, UnsignedPayout } from '../chainPort.ts';
import { NO_CEILING, NOTHING_CLAIMED, requireComposed, requireOkValue } from '../composeHelpers.testing.ts';
import { chainConformance } from '../conformance.ts';
import { createKeySigner } from '../digestSigner.ts';
import { type KeyedChain, withKey } from '../keyedChain.testing.ts';
import { encodeOutputScript } from './address.ts';
import { createBitcoinChain, type OutputsReading } from './bitcoin.ts';
import { readBitcoinPayout } from './bitcoinPayout.ts';
import { checkBitcoinNode } from './checkBitcoinNode.ts';
import { bitcoinConfigSchema } from './manifest.ts';
import { computeFee, computeVirtualSize } from './transactionSize.ts';
import { openTreasuryKey } from './treasuryKey.ts';

const BTC = { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 };
const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

function chainAt(rpcUrl: string, network: 'mainnet' | 'regtest' = 'regtest'): KeyedChain {
  const key = openTreasuryKey(createKeySigner(credentials.treasury.bitcoinPrivateKey), { network });
  return withKey(key, (treasuryAddress) =>
    createBitcoinChain({
      ...bitcoinConfigSchema.parse({ network, rpcUrl, treasuryAddress }),
      name: 'Bitcoin',
      nativeAsset: BTC,
    }),
  );
}

let lastKey = 0x7000;

function freshKey(): Uint8Array {
  lastKey += 1;
  return Buffer.from(lastKey.toString(16).padStart(64, '0'), 'hex');
}

function freshAddress(network = REGTEST): string {
  return p2wpkh(pubECDSA(freshKey()), network).address ?? '';
}

async function readSatoshi(chains: TemporaryChains, address: string): Promise<bigint> {
  const text = await chains.balance('bitcoin', 'BTC', address);
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

chainConformance('Bitcoin', async () => {
  const chains = await startTemporaryChains(['bitcoin']);
  const rpcUrl = chains.rpcUrl('bitcoin');
  return {
    chain: chainAt(rpcUrl),
    rpcUrl,
    assets: [BTC],
    chainAt: (url) => chainAt(url),
    freshAddress: () => freshAddress(),
    readBalance: (_asset, address) => readSatoshi(chains, address),
    mine: (blocks) => chains.control.mine('bitcoin', blocks),
    reorg: (depth) => chains.control.reorg('bitcoin', depth),
    forget: (transactionId) => chains.control.dropTransaction('bitcoin', transactionId),
    finalAfter: 6,
    tooMuch: 2_099_999_900_000_000n,
    dustUnits: 293n,
    stop: () => chains.stop(),
  };
});

describe('Bitcoin payouts', () => {
  let chains: TemporaryChains;
  let chain: KeyedChain;

  beforeAll(async () => {
    chains = await startTemporaryChains(['bitcoin']);
    chain = chainAt(chains.rpcUrl('bitcoin'));
  });
  afterAll(() => chains?.stop());

  /** Reads the treasury's outputs, largest first, since the change that other tests left is small. */
  async function readOutputs() {
    const reading = await chain.readTreasury({ asset: BTC, to: freshAddress(), units: 1_000n });
    if (reading.kind !== 'ok') throw new Error(`no reading: ${reading.kind}`);
    const read = reading.value as OutputsReading;
    return { ...read, outputs: read.outputs.toSorted((a, b) => Number(b.units - a.units)) };
  }

  async function prepare(
    to = freshAddress(),
    units = 50_000n,
    available?: Awaited<ReturnType<typeof readOutputs>>['outputs'],
  ) {
    const request = { asset: BTC, to, units };
    const reading = await readOutputs();
    const treasury: OutputsReading = { ...reading, outputs: available ?? reading.outputs };
    const unsigned = requireComposed(chain.composePayout([request], treasury, NOTHING_CLAIMED, NO_CEILING));
    return {
      request,
      unsigned: readBitcoinPayout(unsigned),
      signed: await chain.key.pay(unsigned, [request]),
    };
  }

  async function tryFeeBump(
    { unsigned, signed }: { readonly unsigned: UnsignedPayout; readonly signed: SignedPayout },
    mostFee = 10n ** 9n,
  ) {
    const fees = await chain.readFees(signed);
    if (fees.kind !== 'ok') throw new Error(fees.kind);
    return chain.bumpPayout(unsigned, fees.value, { mostFee, refused: false, live: [] });
  }

  test('the node check accepts only a node of the configured network, and is unavailable without a node', async () => {
    const rpcUrl = chains.rpcUrl('bitcoin');
    expect(await checkBitcoinNode({ rpcUrl, network: 'regtest' })).toEqual({ kind: 'ok', value: 'test' });
    expect(await checkBitcoinNode({ rpcUrl, network: 'mainnet' })).toMatchObject({
      kind: 'refused',
      reason: 'its node follows regtest, not mainnet',
    });
    expect(await checkBitcoinNode({ rpcUrl: 'http://127.0.0.1:1', network: 'regtest' })).toMatchObject({
      kind: 'unavailable',
    });
  });

  test('require a second confirmation above 1,000 EUR', () => {
    expect(chain.requiredConfirmations(100_000n)).toBe(1);
    expect(chain.requiredConfirmations(100_001n)).toBe(2);
  });

  test('can be sent to every kind of address, whose text stays unchanged', async () => {
    const addresses = [
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1qwqdg6squsna38e46795at95yu9atm8azzmyvckulcc7kytlcckxswvvzej',
      p2tr(pubSchnorr(freshKey()), undefined, NETWORK).address ?? '',
      freshAddress(REGTEST),
    ];
    for (const address of addresses) {
      expect(chain.validateAddress(address, BTC)).toEqual({ valid: true, normalized: address });
      // Another test also pays some of these addresses.
      const before = await readSatoshi(chains, address);
      const { signed } = await prepare(address);
      expect(await chain.broadcastPayout(signed)).toMatchObject({ kind: 'ok' });
      await chains.control.mine('bitcoin', 1);
      expect(await readSatoshi(chains, address)).toBe(before + 50_000n);
    }
  });

  test('signal that they are replaceable, and pay the fee rate for their actual size', async () => {
    const { unsigned, signed } = await prepare();
    const { feeRate } = await readOutputs();
    const transaction = Transaction.fromRaw(Buffer.from(signed.bytes, 'hex'));
    expect(transaction.getInput(0).sequence).toBe(0xff_ff_ff_fd);
    const fee = BigInt(transaction.vsize) * feeRate;
    expect(BigInt(unsigned.feeUnits) * 1_000n).toBeGreaterThanOrEqual(fee);
    // A signature may be a byte shorter than the maximum.
    expect(BigInt(unsigned.feeUnits) * 1_000n).toBeLessThanOrEqual(fee + feeRate);
  });

  test('spend unconfirmed change', async () => {
    const { outputs: all } = await readOutputs();
    const first = await prepare(freshAddress(), 100_000n, all.slice(0, 1));
    expect(await chain.broadcastPayout(first.signed)).toMatchObject({ kind: 'ok' });
    const change = (await readOutputs()).outputs.filter(({ txid }) => txid === first.signed.transactionId);
    expect(change).toMatchObject([{ confirmations: 0 }]);
    const second = await prepare(freshAddress(), 100_000n, change);
    expect(await chain.broadcastPayout(second.signed)).toMatchObject({ kind: 'ok' });
    await chains.control.mine('bitcoin', 1);
    expect(await readSatoshi(chains, second.request.to)).toBe(100_000n);
  });

  test('can be read in the format that earlier versions stored, but not those of an account-based chain', () => {
    const stored = {
      kind: 'outputs',
      inputs: [{ txid: 'aa'.repeat(32), index: 3, units: '60000' }],
      outputs: [{ address: freshAddress(), units: '50000' }],
      feeUnits: '10000',
    };
    expect(chain.getClaims(stored)).toEqual({ held: [`${'aa'.repeat(32)}:3`] });
    expect(() => chain.getClaims({ ...stored, kind: 'account' })).toThrow('not a payout of outputs');
  });

  test('do not spend unconfirmed change while twenty payouts are unconfirmed', async () => {
    const { outputs: all } = await readOutputs();
    const waitingChange = all.slice(0, 1).map((output) => ({ ...output, confirmations: 0 }));
    const request = { asset: BTC, to: freshAddress(), units: 1_000n };
    const treasury: OutputsReading = { kind: 'outputs', outputs: waitingChange, feeRate: 1_000n };
    const composeWhile = (waiting: number) =>
      chain.composePayout([request], treasury, { ...NOTHING_CLAIMED, waiting }, NO_CEILING);
    expect(composeWhile(19)).toMatchObject({ kind: 'ok' });
    expect(composeWhile(20)).toMatchObject({ kind: 'refused', reason: 'funds_short' });
  });

  test('are unavailable, not refused, while the node lacks their parent transaction', async () => {
    const { outputs: all } = await readOutputs();
    const first = await prepare(freshAddress(), 100_000n, all.slice(0, 1));
    await chain.broadcastPayout(first.signed);
    const change = (await readOutputs()).outputs.filter(({ txid }) => txid === first.signed.transactionId);
    const second = await prepare(freshAddress(), 100_000n, change);
    await chains.control.dropTransaction('bitcoin', first.signed.transactionId);
    expect(await chain.broadcastPayout(second.signed)).toMatchObject({ kind: 'unavailable' });
    expect(await chain.getPayout(second.signed, second.unsigned)).toMatchObject({ value: { status: 'missing' } });
    await chain.broadcastPayout(first.signed);
    expect(await chain.broadcastPayout(second.signed)).toMatchObject({ kind: 'ok' });
    await chains.control.mine('bitcoin', 1);
    expect(await chain.getPayout(second.signed, second.unsigned)).toMatchObject({ value: { status: 'included' } });
  });

  test('do not spend the unconfirmed change of a transaction that has a replacement transaction', async () => {
    const [output] = (await readOutputs()).outputs.map((each) => ({ ...each, confirmations: 0 }));
    if (!output) throw new Error('no output');
    const request = { asset: BTC, to: freshAddress(), units: 1_000n };
    const composeWith = (confirmations: number) => {
      const treasury: OutputsReading = { kind: 'outputs', outputs: [{ ...output, confirmations }], feeRate: 1_000n };
      const claimed = { ...NOTHING_CLAIMED, superseded: new Set([output.txid]) };
      return chain.composePayout([request], treasury, claimed, NO_CEILING);
    };
    expect(composeWith(0)).toMatchObject({ kind: 'refused', reason: 'funds_short' });
    // Once one form is in a block, the newer form can never be mined.
    expect(composeWith(1)).toMatchObject({ kind: 'ok' });
  });

  test('spend several outputs when none is enough', async () => {
    const small = (await readOutputs()).outputs.toSorted((a, b) => Number(a.units - b.units)).slice(0, 3);
    const total = small.reduce((sum, { units }) => sum + units, 0n);
    const { unsigned, signed } = await prepare(freshAddress(), total - 100_000n, small);
    expect(unsigned.inputs).toHaveLength(3);
    expect(await chain.broadcastPayout(signed)).toMatchObject({ kind: 'ok' });
    await chains.control.mine('bitcoin', 1);
    expect(await chain.getPayout(signed, unsigned)).toMatchObject({ value: { status: 'included' } });
  });

  test('cannot be bumped without change', async () => {
    const [output] = (await readOutputs()).outputs;
    if (!output) throw new Error('no output');
    const { unsigned, signed } = await prepare(freshAddress(), output.units - 1_500n, [output]);
    expect(unsigned.outputs).toHaveLength(1);
    expect(await tryFeeBump({ unsigned, signed })).toMatchObject({ kind: 'refused', reason: 'cannot_bump' });
  });

  test('wait when fees jump, and are mined after a bump', async () => {
    const { request, unsigned, signed } = await prepare();
    expect(await chain.broadcastPayout(signed)).toMatchObject({ kind: 'ok' });
    await chains.control.feeSpike('bitcoin', 3);
    await chains.control.mine('bitcoin', 1);
    expect(await chain.getPayout(signed, unsigned)).toMatchObject({ value: { status: 'pending' } });
    const outcome = await tryFeeBump({ unsigned, signed });
    if (outcome.kind !== 'ok') throw new Error('it cannot be bumped');
    const bumped = outcome.value;
    // Three times the fee rate exceeds the minimum bump of 50 percent, so the fee follows the rate.
    expect(chain.worstFee(bumped)).toBe(chain.worstFee(unsigned) * 3n);
    const dearer = await chain.key.pay(bumped, [request]);
    expect(await chain.broadcastPayout(dearer)).toMatchObject({ kind: 'ok' });
    await chains.control.mine('bitcoin', 1);
    expect(await chain.getPayout(dearer, bumped)).toMatchObject({ value: { status: 'included' } });
    expect(await chain.getPayout(signed, unsigned)).toMatchObject({ value: { status: 'replaced', final: false } });
    await chains.control.feeSpike('bitcoin', 1);
  });

  test('raise the fee for their unconfirmed parent too when they are bumped, so that both are mined', async () => {
    const { outputs: all } = await readOutputs();
    const parent = await prepare(freshAddress(), 100_000n, all.slice(0, 1));
    expect(await chain.broadcastPayout(parent.signed)).toMatchObject({ kind: 'ok' });
    const change = (await readOutputs()).outputs.filter(({ txid }) => txid === parent.signed.transactionId);
    const child = await prepare(freshAddress(), 100_000n, change);
    expect(await chain.broadcastPayout(child.signed)).toMatchObject({ kind: 'ok' });
    await chains.control.feeSpike('bitcoin', 4);
    await chains.control.mine('bitcoin', 1);
    expect(await chain.getPayout(parent.signed, parent.unsigned)).toMatchObject({ value: { status: 'pending' } });

    const { feeRate } = await readOutputs();
    const outcome = await tryFeeBump(child);
    if (outcome.kind !== 'ok') throw new Error('it cannot be bumped');
    const dearer = await chain.key.pay(outcome.value, [child.request]);
    expect(await chain.broadcastPayout(dearer)).toMatchObject({ kind: 'ok' });
    const sizes = [parent.signed, dearer].map(({ bytes }) =>
      BigInt(Transaction.fromRaw(Buffer.from(bytes, 'hex')).vsize),
    );
    const fees = chain.worstFee(parent.unsigned) + chain.worstFee(outcome.value);
    expect(fees * 1_000n).toBeGreaterThanOrEqual(feeRate * sizes.reduce((sum, size) => sum + size, 0n) - feeRate);
    await chains.control.mine('bitcoin', 1);
    expect(await chain.getPayout(parent.signed, parent.unsigned)).toMatchObject({ value: { status: 'included' } });
    expect(await chain.getPayout(dearer, outcome.value)).toMatchObject({ value: { status: 'included' } });
    await chains.control.feeSpike('bitcoin', 1);
  });

  test('pay fifty payees in one transaction, with the fee for its actual size', async () => {
    const payees = Array.from({ length: 49 }, () => ({ asset: BTC, to: freshAddress(), units: 10_000n }));
    const legacy = { asset: BTC, to: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', units: 10_000n };
    const requests: PayoutRequests = [legacy, ...payees];
    const reading = await readOutputs();
    const unsigned = requireComposed(chain.composePayout(requests, reading, NOTHING_CLAIMED, NO_CEILING));
    const signed = await chain.key.pay(unsigned, requests);
    const { inputs, outputs: paid, feeUnits } = readBitcoinPayout(unsigned);
    expect(paid).toHaveLength(51);
    const computedSize = computeVirtualSize(
      inputs.length,
      paid.map(({ address }) => encodeOutputScript(address)),
    );
    const { vsize } = Transaction.fromRaw(Buffer.from(signed.bytes, 'hex'));
    expect(computedSize - BigInt(vsize)).toBeGreaterThanOrEqual(0n);
    expect(computedSize - BigInt(vsize)).toBeLessThanOrEqual(BigInt(inputs.length));
    expect(BigInt(feeUnits)).toBe(computeFee(computedSize, reading.feeRate));
    requireOkValue(await chain.broadcastPayout(signed));
    await chains.control.mine('bitcoin', 1);
    expect(requireOkValue(await chain.getPayout(signed, unsigned))).toMatchObject({ status: 'included' });
    for (const { to } of payees) expect(await readSatoshi(chains, to)).toBe(10_000n);
  });

  test('are refused as invalid if their bytes are not a transaction', async () => {
    expect(await chain.broadcastPayout({ transactionId: '00', bytes: '00' })).toMatchObject({
      kind: 'refused',
      reason: 'invalid',
    });
  });
});
