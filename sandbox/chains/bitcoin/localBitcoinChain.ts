import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatUnits, parseUnits } from 'viem';
import { credentials } from '../../world/credentials.ts';
import { startBlockMaker } from '../blockMaker.ts';
import { freePortForNode, superviseChild } from '../childNode.ts';
import { createStallCheck, type LocalChain, type LocalChainOptions, type TreasuryBalances } from '../localChain.ts';
import { deriveAddress } from './bitcoinAddress.ts';
import type { BitcoinCommand, BitcoinReply, BitcoinSettings } from './bitcoinCommands.ts';

const SYMBOL = 'BTC';
const DECIMALS = 8;
/** Number of blocks that are made at the usual interval after the last transaction, so that it becomes final. */
const BLOCKS_UNTIL_FINAL = 6;

/** Starts a local Bitcoin chain: a full node in regtest. */
export async function startLocalBitcoinChain(options: LocalChainOptions): Promise<LocalChain> {
  const { port, dataDir } = options;
  const treasuryKey = credentials.treasury.bitcoinPrivateKey;
  const treasury = deriveAddress(treasuryKey);
  const pidFile = join(dataDir, 'bitcoin.pid');
  const folder = join(dataDir, 'bitcoin');
  mkdirSync(folder, { recursive: true });
  await freePortForNode(pidFile, port);
  const child = forkNodeProcess({ folder, port, treasuryKey });
  const owned = superviseChild(child, pidFile);
  const nodeClient = createNodeClient(child);
  try {
    await nodeClient.ready;
  } catch (error) {
    await owned.stop();
    throw error;
  }
  let books = await readBooks();

  async function readBooks(): Promise<TreasuryBalances> {
    const [height, units] = await Promise.all([
      nodeClient.sendCommand('height'),
      nodeClient.sendCommand('balance', { text: treasury }),
    ]);
    return {
      address: treasury,
      height: Number(height),
      balances: { [SYMBOL]: formatUnits(BigInt(String(units)), DECIMALS) },
    };
  }

  const maker = startBlockMaker({
    blockMs: options.blockSeconds * 1_000,
    idleMs: options.idleSeconds * 1_000,
    tail: BLOCKS_UNTIL_FINAL,
    isStalled: createStallCheck(options.faults, 'bitcoin'),
    hasTransactions: async () => Number(await nodeClient.sendCommand('waiting')) > 0,
    async makeBlock(left) {
      const hasMined = Number(await nodeClient.sendCommand('mine', { count: 1 })) > 0;
      if (left > 0 || hasMined) books = await readBooks();
      return hasMined;
    },
  });
  const change = (name: BitcoinCommand['name'], more: Pick<BitcoinCommand, 'count' | 'text'>) =>
    maker.inTurn(async () => {
      await nodeClient.sendCommand(name, more);
      books = await readBooks();
    });

  return {
    network: 'bitcoin',
    rpcUrl: `http://127.0.0.1:${port}`,
    assets: [{ symbol: SYMBOL, contract: null, decimals: DECIMALS }],
    async balance(symbol, address) {
      if (symbol !== SYMBOL) throw new RangeError(`bitcoin has no ${symbol}`);
      return formatUnits(BigInt(String(await nodeClient.sendCommand('balance', { text: address }))), DECIMALS);
    },
    async pay(symbol, address, amount, outputs = 1) {
      if (symbol !== SYMBOL) throw new RangeError(`bitcoin has no ${symbol}`);
      const units = parseUnits(amount, DECIMALS).toString();
      return String(await nodeClient.sendCommand('pay', { text: address, units, count: outputs }));
    },
    finalAfter: BLOCKS_UNTIL_FINAL,
    pause: () => maker.pause(),
    resume: () => maker.resume(),
    mine: (blocks) => change('mine', { count: blocks }),
    reorg: (depth) => change('reorg', { count: depth }),
    feeSpike: (factor) => change('fees', { count: factor }),
    dropTransaction: (transactionId) => change('drop', { text: transactionId }),
    treasury: () => books,
    async stop() {
      await maker.stop();
      await nodeClient.sendCommand('stop').catch(() => undefined);
      await owned.stop();
    },
  };
}

function forkNodeProcess(settings: BitcoinSettings): ChildProcess {
  return fork(fileURLToPath(new URL('bitcoinNode.ts', import.meta.url)), [JSON.stringify(settings)], {
    // bcoin's native parts are not built: it falls back to JavaScript, and warns about deprecated Node calls.
    env: { ...process.env, NODE_BACKEND: 'js' },
    execArgv: ['--disable-warning=DEP0176', '--disable-warning=DEP0005'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Sends requests to the node's process and returns its answers. A request fails if the process ends first. */
function createNodeClient(child: ChildProcess) {
  const waiting = new Map<number, (reply: BitcoinReply) => void>();
  let lastId = 0;
  let ended = false;
  const awaitReply = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(id, ({ value, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      });
    });
  child.on('message', (reply: BitcoinReply) => waiting.get(reply.id)?.(reply));
  void once(child, 'exit').then(
    () => {
      ended = true;
      for (const [id, answer] of waiting) answer({ id, error: 'the local Bitcoin node has ended' });
    },
    () => undefined,
  );
  return {
    ready: awaitReply(0),
    sendCommand(name: BitcoinCommand['name'], more: Omit<BitcoinCommand, 'id' | 'name'> = {}): Promise<unknown> {
      if (ended) return Promise.reject(new Error('the local Bitcoin node has ended'));
      lastId += 1;
      const reply = awaitReply(lastId);
      child.send({ id: lastId, name, ...more } satisfies BitcoinCommand);
      return reply;
    },
  };
}
