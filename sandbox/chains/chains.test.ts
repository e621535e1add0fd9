import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createWalletClient, erc20Abi, type Hex, hexToBytes, http, parseEther, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { createBitcoinChain } from '../../server/providers/chain/bitcoin/bitcoin.ts';
import { bitcoinConfigSchema } from '../../server/providers/chain/bitcoin/manifest.ts';
import { openTreasuryKey } from '../../server/providers/chain/bitcoin/treasuryKey.ts';
import { createKeySigner } from '../../server/providers/chain/digestSigner.ts';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import { isRunning, type ProcessIdentity } from '../../tools/process/processIdentity.ts';
import { createSandboxClock } from '../world/clock.ts';
import { credentials } from '../world/credentials.ts';
import { createFaults } from '../world/faults.ts';
import { deriveAddress } from './bitcoin/bitcoinAddress.ts';
import { findFreePort } from './findFreePort.ts';
import { localNetworks } from './localNetworks.ts';
import { startChains, UnknownNetworkError } from './start.ts';
import { startTemporaryChains } from './temporaryChains.ts';
import { localTokens } from './tokens.ts';

const BUYER = '0x00000000000000000000000000000000000B4E01';
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function startTestChains(...options: Parameters<typeof startTemporaryChains>) {
  const chains = await startTemporaryChains(...options);
  stops.push(() => chains.stop());
  return chains;
}

function createWallet(rpcUrl: string) {
  const account = privateKeyToAccount(credentials.treasury.evmPrivateKey);
  return createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions);
}

async function callBitcoin<Result>(rpcUrl: string, method: string, ...params: unknown[]): Promise<Result> {
  const response = await fetch(rpcUrl, { method: 'POST', body: JSON.stringify({ id: 1, method, params }) });
  const answer = (await response.json()) as { result: Result; error: { code: number; message: string } | null };
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.result;
}

describe('the local chains', () => {
  test('all start, with the assets that the product pays out', async () => {
    const chains = await startTestChains([...localNetworks]);
    expect(chains.describe().map(({ network, chainId }) => [network, chainId])).toEqual([
      ['bitcoin', undefined],
      ...Object.entries(credentials.chainIds),
    ]);
    const treasury = privateKeyToAccount(credentials.treasury.evmPrivateKey).address;
    for (const { network, rpcUrl, assets, chainId } of chains.describe()) {
      if (network === 'bitcoin') continue;
      expect(await createWallet(rpcUrl).getChainId()).toBe(chainId);
      for (const { symbol } of assets) {
        expect(Number(await chains.balance(network, symbol, treasury)), `${symbol} on ${network}`).toBeGreaterThan(39);
      }
    }
    for (const { network, contract, name, symbol, decimals } of localTokens) {
      const node = createWallet(chains.rpcUrl(network));
      const readContract = <Name extends 'name' | 'symbol' | 'decimals'>(functionName: Name) =>
        node.readContract({ address: contract, abi: erc20Abi, functionName });
      expect([await readContract('name'), await readContract('symbol'), await readContract('decimals')]).toEqual([
        name,
        symbol,
        decimals,
      ]);
    }
    const bitcoinTreasury = deriveAddress(credentials.treasury.bitcoinPrivateKey);
    expect(await chains.balance('bitcoin', 'BTC', bitcoinTreasury)).toBe('200');
    const spendable = await callBitcoin<unknown[]>(chains.rpcUrl('bitcoin'), 'listunspent', 1, 9_999_999, [
      bitcoinTreasury,
    ]);
    expect(spendable.length).toBe(40);
  });

  test('leave the treasury empty, or fund each asset in a finalized block if the option is set', async () => {
    const dataDir = await createTestFolder();
    const world = { dataDir, clock: createSandboxClock(), faults: createFaults(), productUrl: '' };
    const ports = { polygon: await findFreePort() };
    const treasury = privateKeyToAccount(credentials.treasury.evmPrivateKey).address;
    const empty = await startChains(world, ports, { networks: ['polygon'] });
    stops.push(() => empty.stop());
    for (const symbol of ['POL', 'USDC']) expect(await empty.balance('polygon', symbol, treasury)).toBe('0');
    await empty.stop();
    const chains = await startChains(world, ports, { networks: ['polygon'], isTreasuryFunded: true });
    stops.push(() => chains.stop());
    const node = createWallet(`http://127.0.0.1:${ports.polygon}`);
    const { number: final } = await node.getBlock({ blockTag: 'finalized' });
    for (const { symbol, amount, transactionId } of chains.fundings()) {
      expect(await chains.balance('polygon', symbol, treasury)).toBe(amount);
      const { blockNumber } = await node.getTransactionReceipt({ hash: transactionId as Hex });
      expect(blockNumber).toBeLessThanOrEqual(final);
    }
  });

  test('report an unknown network or coin', async () => {
    const chains = await startTestChains(['base']);
    await expect(chains.balance('moon', 'ETH', BUYER)).rejects.toThrow(UnknownNetworkError);
    await expect(chains.balance('base', 'DAI', BUYER)).rejects.toThrow('base has no DAI');
    await expect(chains.balance('base', 'ETH', '0x12')).rejects.toThrow();
  });

  test('pay coins and tokens from other wallets, as exchanges do', async () => {
    const chains = await startTestChains(['bitcoin', 'base']);
    const onBitcoin = deriveAddress('22'.repeat(32));
    const paid = [
      ['bitcoin', 'BTC', onBitcoin, '0.25'],
      ['bitcoin', 'BTC', onBitcoin, '0.5'],
      ['base', 'ETH', BUYER, '1.5'],
      ['base', 'USDC', BUYER, '2000.5'],
    ] as const;
    const ids: string[] = [];
    for (const [network, symbol, address, amount] of paid) ids.push(await chains.pay(network, symbol, address, amount));
    expect(new Set(ids).size).toBe(4);
    for (const network of ['bitcoin', 'base']) await chains.control.mine(network, 2);
    expect(await chains.balance('bitcoin', 'BTC', onBitcoin)).toBe('0.75');
    expect(await chains.balance('base', 'ETH', BUYER)).toBe('1.5');
    expect(await chains.balance('base', 'USDC', BUYER)).toBe('2000.5');
    const transaction = await callBitcoin<{ confirmations: number }>(
      chains.rpcUrl('bitcoin'),
      'getrawtransaction',
      ids[0],
      true,
    );
    expect(transaction.confirmations).toBe(2);
  });

  test('make blocks after a transaction, and update the treasury’s balances', async () => {
    const chains = await startTestChains(['ethereum'], { evm: 0.05 });
    const wallet = createWallet(chains.rpcUrl('ethereum'));
    const hash = await wallet.sendTransaction({ chain: null, to: BUYER, value: 1_000n });
    const receipt = await wallet.waitForTransactionReceipt({ hash, confirmations: 12, pollingInterval: 20 });
    const spent = 1_000n + receipt.gasUsed * receipt.effectiveGasPrice;
    await waitFor(() => {
      const books = chains.books() as Record<string, { balances: Record<string, string> }>;
      expect(parseEther(books['ethereum']?.balances['ETH'] ?? '0')).toBe(parseEther('2000') - spent);
    });
  });

  test('a paused chain accepts transactions and makes no blocks', async () => {
    const chains = await startTestChains(['base'], { evm: 0.02 });
    const wallet = createWallet(chains.rpcUrl('base'));
    chains.control.pause('base');
    const hash = await wallet.sendTransaction({ chain: null, to: BUYER, value: 1n });
    const height = await wallet.getBlockNumber({ cacheTime: 0 });
    await chains.control.mine('base', 0);
    expect(await wallet.getBlockNumber({ cacheTime: 0 })).toBe(height);
    chains.control.resume('base');
    await wallet.waitForTransactionReceipt({ hash, pollingInterval: 20 });
  });

  test.each(['base', 'bitcoin'] as const)(
    'the fault chain_stalls stops %s until it is switched off',
    async (network) => {
      const chains = await startTestChains([network], { evm: 0.02, bitcoin: 0.02 });
      const rpcUrl = chains.rpcUrl(network);
      const fault = { standIn: network, call: '', effect: 'chain_stalls', after: 0, times: 1, size: 600 } as const;
      chains.faults.replace([fault]);
      const height = async () => (chains.books() as Record<string, { height: number }>)[network]?.height ?? 0;
      // Waits for the block that was being made when the fault was set.
      await chains.control.mine(network, 0);
      const before = await height();
      if (network === 'base') await createWallet(rpcUrl).sendTransaction({ chain: null, to: BUYER, value: 1n });
      else await payBitcoin(rpcUrl);
      await chains.control.mine(network, 0);
      expect(await height()).toBe(before);
      chains.faults.replace([]);
      await waitFor(async () => expect(await height()).toBeGreaterThan(before));
    },
  );

  test('the fault chain_stalls ends after the seconds that it names', async () => {
    const chains = await startTestChains(['base'], { evm: 0.02 });
    const wallet = createWallet(chains.rpcUrl('base'));
    chains.faults.replace([{ standIn: 'base', call: '', effect: 'chain_stalls', after: 0, times: 1, size: 0.2 }]);
    const hash = await wallet.sendTransaction({ chain: null, to: BUYER, value: 1n });
    await wallet.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    expect(chains.faults.list()).toEqual([]);
  });

  test('report a port that is in use', async () => {
    const port = await findFreePort();
    const otherServer = createServer().listen(port, '127.0.0.1');
    await once(otherServer, 'listening');
    stops.push(async () => otherServer.close());
    const dataDir = await createTestFolder();
    const world = { dataDir, clock: createSandboxClock(), faults: createFaults(), productUrl: '' };
    for (const network of ['ethereum', 'bitcoin'] as const) {
      await expect(startChains(world, { [network]: port }, { networks: [network] })).rejects.toMatchObject({
        code: 'EADDRINUSE',
        port,
      });
    }
  });
});

describe('the local Bitcoin node responds like bitcoind', () => {
  test('answers errors with bitcoind’s codes, and estimates a fee', async () => {
    const chains = await startTestChains(['bitcoin']);
    const rpcUrl = chains.rpcUrl('bitcoin');
    await expect(callBitcoin(rpcUrl, 'sendrawtransaction', '00')).rejects.toThrow('-22');
    await expect(callBitcoin(rpcUrl, 'getrawtransaction', 'ab'.repeat(32), true)).rejects.toThrow('-5');
    await expect(callBitcoin(rpcUrl, 'getmempoolentry', 'ab'.repeat(32))).rejects.toThrow('-5');
    expect(await callBitcoin(rpcUrl, 'estimatesmartfee', 2)).toEqual({ feerate: 0.0001, blocks: 2 });
  });
});

describe('when the process ends', () => {
  test('by kill -9, payments remain, and the next start stops the remaining nodes', async () => {
    const dataDir = await createTestFolder();
    const ports = { bitcoin: await findFreePort(), base: await findFreePort() };
    const first = await startElsewhere(dataDir, ports);
    const wallet = createWallet(`http://127.0.0.1:${ports.base}`);
    const hash = await wallet.sendTransaction({ chain: null, to: BUYER, value: 777n });
    // The state is not saved after every block.
    await waitFor(() => expect(readSavedState(join(dataDir, 'base.state'))).toContain(hash));
    const anvil = JSON.parse(readFileSync(join(dataDir, 'base.pid'), 'utf8')) as ProcessIdentity;
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(isRunning(anvil)).toBe(true);

    const world = { dataDir, clock: createSandboxClock(), faults: createFaults(), productUrl: '' };
    const chains = await startChains(world, ports, { networks: ['bitcoin', 'base'], isTreasuryFunded: true });
    stops.push(() => chains.stop());
    expect(isRunning(anvil)).toBe(false);
    expect(await chains.balance('base', 'ETH', BUYER)).toBe('0.000000000000000777');
    expect((await wallet.getTransactionReceipt({ hash })).status).toBe('success');
    const treasury = deriveAddress(credentials.treasury.bitcoinPrivateKey);
    expect(await chains.balance('bitcoin', 'BTC', treasury), 'funded once').toBe('200');
    expect(chains.fundings().map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'USDC', 'cbBTC']);
  });

  test('by SIGTERM, its nodes stop too', async () => {
    const dataDir = await createTestFolder();
    const child = await startElsewhere(dataDir, { bitcoin: await findFreePort(), base: await findFreePort() });
    const nodes = ['base', 'bitcoin'].map(
      (network) => JSON.parse(readFileSync(join(dataDir, `${network}.pid`), 'utf8')) as ProcessIdentity,
    );
    child.kill('SIGTERM');
    await once(child, 'exit');
    await waitFor(() => expect(nodes.filter(isRunning)).toEqual([]));
  });
});

/** Creates an unconfirmed transaction of the treasury with the product's own adapter. */
async function payBitcoin(rpcUrl: string): Promise<void> {
  const nativeAsset = { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 };
  const key = openTreasuryKey(createKeySigner(credentials.treasury.bitcoinPrivateKey), { network: 'regtest' });
  const config = bitcoinConfigSchema.parse({ network: 'regtest', rpcUrl, treasuryAddress: key.address });
  const chain = createBitcoinChain({ ...config, name: 'Bitcoin', nativeAsset });
  const request = { asset: nativeAsset, to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', units: 5_000n };
  const reading = await chain.readTreasury(request);
  if (reading.kind !== 'ok') throw new Error(reading.kind);
  const composed = chain.composePayout(
    [request],
    reading.value,
    { nextNonce: 0, held: new Set(), waiting: 0, live: [], superseded: new Set() },
    10n ** 30n,
  );
  if (composed.kind !== 'ok') throw new Error(composed.kind);
  expect(await chain.broadcastPayout(await key.pay(composed.value, [request]))).toMatchObject({ kind: 'ok' });
}

async function createTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chains-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the JSON of a saved state, which anvil compresses with gzip and writes as hexadecimal digits. */
function readSavedState(file: string): string {
  return gunzipSync(hexToBytes(readFileSync(file, 'utf8') as Hex)).toString();
}

/** Starts the chains in a separate process that can be killed. */
async function startElsewhere(dataDir: string, ports: { bitcoin: number; base: number }): Promise<ChildProcess> {
  const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    import { startChains } from ${from('start.ts')};
    import { createFaults } from ${from('../world/faults.ts')};
    import { createSandboxClock } from ${from('../world/clock.ts')};
    const world = { dataDir: ${JSON.stringify(dataDir)}, clock: createSandboxClock(), faults: createFaults(), productUrl: '' };
    const options = { networks: ['bitcoin', 'base'], blockSeconds: { evm: 0.05 }, isTreasuryFunded: true };
    await startChains(world, ${JSON.stringify(ports)}, options);
    process.stdout.write('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stops.push(async () => child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('no output');
  await once(child.stdout, 'data');
  return child;
}
