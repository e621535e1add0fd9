import { p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTemporaryChains, type TemporaryChains } from '../../../../sandbox/chains/temporaryChains.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { NO_CEILING, NOTHING_CLAIMED, requireComposed, requireOkValue } from '../composeHelpers.testing.ts';
import { createKeySigner } from '../digestSigner.ts';
import { startOverridingNode } from '../faultyNodes.ts';
import { type KeyedChain, withKey } from '../keyedChain.testing.ts';
import { createBitcoinChain } from './bitcoin.ts';
import { checkBitcoinNode } from './checkBitcoinNode.ts';
import { bitcoinConfigSchema } from './manifest.ts';
import { openTreasuryKey } from './treasuryKey.ts';

const BTC = { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 };
const TO = p2wpkh(pubECDSA(Buffer.from('77'.repeat(32), 'hex')), { ...TEST_NETWORK, bech32: 'bcrt' }).address ?? '';

/** https://github.com/bitcoin/bitcoin/blob/master/src/rpc/rawtransaction.cpp, getrawtransaction without an index. */
const NO_INDEX = {
  error: {
    code: -5,
    message:
      'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.',
  },
};
const NOT_OF_WALLET = { error: { code: -5, message: 'Invalid or non-wallet transaction id' } };

/**
 * Starts a node without `-txindex`: outside of its wallet it finds only transactions in its mempool. `wallet`: whether its
 * wallet has the treasury's history.
 */
const startWithoutIndex = (rpcUrl: string, wallet: 'knows' | 'is new') =>
  startOverridingNode(rpcUrl, ({ method }, { result }) => {
    if (method === 'gettransaction' && wallet === 'is new') return NOT_OF_WALLET;
    const isMined = ((result as { confirmations?: number } | null)?.confirmations ?? 0) > 0;
    return method === 'getrawtransaction' && isMined ? NO_INDEX : undefined;
  });

const chainAt = (rpcUrl: string): KeyedChain => {
  const key = openTreasuryKey(createKeySigner(credentials.treasury.bitcoinPrivateKey), { network: 'regtest' });
  return withKey(key, (treasuryAddress) =>
    createBitcoinChain({
      ...bitcoinConfigSchema.parse({ network: 'regtest', rpcUrl, treasuryAddress }),
      name: 'Bitcoin',
      nativeAsset: BTC,
    }),
  );
};

describe('a node without a transaction index', () => {
  let chains: TemporaryChains;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    chains = await startTemporaryChains(['bitcoin']);
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await chains?.stop();
  });

  async function createChain(wallet: 'knows' | 'is new'): Promise<KeyedChain> {
    const node = await startWithoutIndex(chains.rpcUrl('bitcoin'), wallet);
    stops.push(node.stop);
    return chainAt(node.url);
  }

  async function prepare(chain: KeyedChain) {
    const request = { asset: BTC, to: TO, units: 50_000n };
    const reading = requireOkValue(await chain.readTreasury(request));
    const unsigned = requireComposed(chain.composePayout([request], reading, NOTHING_CLAIMED, NO_CEILING));
    return { unsigned, signed: await chain.key.pay(unsigned, [request]) };
  }

  test.each(['knows', 'is new'] as const)('reports a payout’s status (wallet: %s)', async (wallet) => {
    const chain = await createChain(wallet);
    const { signed, unsigned } = await prepare(chain);
    const view = async () => requireOkValue(await chain.getPayout(signed, unsigned));
    expect(await view()).toMatchObject({ status: 'missing' });
    requireOkValue(await chain.broadcastPayout(signed));
    expect(await view()).toMatchObject({ status: 'pending' });
    await chains.control.mine('bitcoin', 1);
    expect(await view()).toMatchObject({ status: 'included', confirmations: 1, final: false });
    expect(await chain.broadcastPayout(signed)).toMatchObject({ kind: 'ok' });
    await chains.control.mine('bitcoin', 5);
    expect(await view()).toMatchObject({ status: 'included', confirmations: 6, final: true });
    await chains.control.reorg('bitcoin', 6);
    expect(await view()).toMatchObject({ status: expect.stringMatching(/^(?:pending|missing)$/) });
    await chains.control.mine('bitcoin', 1);
  });

  // src/node/transaction.cpp, BroadcastTransaction: while one output of a mined transaction is unspent, a repeated
  // broadcast is reported as already known. Afterwards its inputs are reported as missing.
  test('accepts a repeated broadcast when all outputs of the payout are spent', async () => {
    const chain = await createChain('knows');
    const { signed } = await prepare(chain);
    requireOkValue(await chain.broadcastPayout(signed));
    await chains.control.mine('bitcoin', 1);
    const node = await startOverridingNode(chains.rpcUrl('bitcoin'), ({ method }) =>
      method === 'sendrawtransaction' ? { error: { code: -25, message: 'bad-txns-inputs-missingorspent' } } : undefined,
    );
    stops.push(node.stop);
    expect(await chainAt(node.url).broadcastPayout(signed)).toMatchObject({ kind: 'ok' });
  });

  test('is unavailable for a payout deeper than the searched blocks when the wallet is new', async () => {
    const chain = await createChain('is new');
    const { signed, unsigned } = await prepare(chain);
    requireOkValue(await chain.broadcastPayout(signed));
    await chains.control.mine('bitcoin', 146);
    expect(await chain.getPayout(signed, unsigned)).toMatchObject({
      kind: 'unavailable',
      detail: expect.stringContaining('-txindex'),
    });
    expect(requireOkValue(await (await createChain('knows')).getPayout(signed, unsigned))).toMatchObject({
      status: 'included',
    });
  });

  test('finds incoming coins only if it has a wallet', async () => {
    const address = chainAt(chains.rpcUrl('bitcoin')).treasuryAddress;
    const transactionId = await chains.pay('bitcoin', 'BTC', address, '0.5');
    await chains.control.mine('bitcoin', 6);
    expect(await (await createChain('knows')).getIncoming(transactionId, BTC)).toMatchObject({
      kind: 'ok',
      value: { units: 50_000_000n, final: true },
    });
    expect(await (await createChain('is new')).getIncoming(transactionId, BTC)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the check of the node at the start', () => {
  let chains: TemporaryChains;
  beforeAll(async () => {
    chains = await startTemporaryChains(['bitcoin']);
  });
  afterAll(() => chains?.stop());

  const wallets: readonly (readonly [what: string, answer: object, expected: object])[] = [
    [
      'has no wallet of this name',
      { error: { code: -18, message: 'Requested wallet does not exist or is not loaded' } },
      { kind: 'refused', reason: expect.stringContaining('Requested wallet does not exist') },
    ],
    [
      'runs without wallets',
      { error: { code: -32_601, message: 'Method not found' } },
      { kind: 'refused', reason: expect.stringContaining('names no wallet') },
    ],
    [
      'has a wallet that is still looking through the chain',
      { result: { scanning: { duration: 60, progress: 0.655 } } },
      { kind: 'unavailable', detail: 'its wallet still has to scan 35 % of the chain' },
    ],
    ['has a wallet', { result: { scanning: false } }, { kind: 'ok', value: 'test' }],
  ];

  test.each(wallets)('reports a node that %s', async (_, answer, expected) => {
    const node = await startOverridingNode(chains.rpcUrl('bitcoin'), ({ method }) =>
      method === 'getwalletinfo' ? answer : undefined,
    );
    try {
      expect(await checkBitcoinNode({ rpcUrl: node.url, network: 'regtest' })).toMatchObject(expected);
    } finally {
      await node.stop();
    }
  });
});
