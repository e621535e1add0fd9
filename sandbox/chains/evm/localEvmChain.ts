import { mkdirSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatUnits, getAddress, type Hex, parseGwei, parseUnits } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { credentials } from '../../world/credentials.ts';
import { startBlockMaker } from '../blockMaker.ts';
import {
  createStallCheck,
  type LocalAsset,
  type LocalChain,
  type LocalChainOptions,
  type TreasuryBalances,
} from '../localChain.ts';
import { type EvmNetwork, getNativeSymbol, localEvmNetworks } from '../localNetworks.ts';
import { type LocalToken, listTokens } from '../tokens.ts';
import { startAnvil } from './anvilProcess.ts';
import { contractCode } from './contractCode.ts';
import { connectEvmNode, type EvmNode } from './evmNode.ts';
import { deployRollupContracts } from './rollup.ts';
import { startRollupProxy } from './rollupProxy.ts';

type ChainStateFile = {
  /** Undefined before the first save. */
  read(): Promise<string | undefined>;
  write(content: string): Promise<void>;
};

/** A file that is replaced atomically, so that a crash leaves either the previous or the new state. */
function openChainStateFile(file: string): ChainStateFile {
  mkdirSync(dirname(file), { recursive: true });
  return {
    async read() {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(content) {
      const handle = await open(`${file}.next`, 'w');
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.next`, file);
    },
  };
}

const COIN_DECIMALS = 18;
/** Sender of the exchanges' withdrawals. */
const EXCHANGE_ADDRESS = '0x00000000000000000000000000000000000ec4a9';
const TOKEN_SUPPLY = '1000000000';
/** Number of blocks at the usual interval after the last transaction: more than the twelve confirmations required on Ethereum. */
const BLOCKS_UNTIL_FINAL = 15;
/** Limits saving, which takes longer as the chain grows, to a tenth of the time. */
const SAVE_TIME_DIVISOR = 10;

export type LocalEvmChainOptions = LocalChainOptions & {
  readonly network: EvmNetwork;
};

/** Starts a local EVM network with the public network's tokens. Its state survives restarts and crashes. */
export async function startLocalEvmChain(options: LocalEvmChainOptions): Promise<LocalChain> {
  const { network, port, dataDir } = options;
  const chainId = credentials.chainIds[network];
  const rpcUrl = `http://127.0.0.1:${port}`;
  const tokens = listTokens(network);
  const treasury = privateKeyToAccount(credentials.treasury.evmPrivateKey).address;
  const state = openChainStateFile(join(dataDir, `${network}.state`));
  const { isRollup } = localEvmNetworks[network];
  const nativeSymbol = getNativeSymbol(network);
  const proxy = isRollup ? await startRollupProxy(port) : undefined;
  const nodePort = proxy?.nodePort ?? port;
  const node = connectEvmNode(`http://127.0.0.1:${nodePort}`);
  const family = proxy ? 'optimism' : 'ethereum';
  const ping = () => node.client.getChainId();
  const anvil = await startAnvil({ network, family, port: nodePort, chainId, dataDir, ping }).catch(async (error) => {
    await proxy?.stop();
    throw error;
  });

  const usualFee = parseGwei(localEvmNetworks[network].baseFee);
  let baseFee = usualFee;
  let books: TreasuryBalances;
  let saveDueAt = 0;
  let hasUnsavedBlocks = false;

  async function save(): Promise<void> {
    const startedAt = performance.now();
    await state.write(await node.client.dumpState());
    hasUnsavedBlocks = false;
    saveDueAt = performance.now() + SAVE_TIME_DIVISOR * (performance.now() - startedAt);
  }

  async function makeBlock(remaining: number): Promise<boolean> {
    await node.makeBlock(baseFee, usualFee);
    const { transactions } = await node.client.getBlock();
    const containsTransactions = transactions.length > 0;
    if (containsTransactions) hasUnsavedBlocks = true;
    if (remaining === 1 || (hasUnsavedBlocks && performance.now() >= saveDueAt)) await saveAndReadBalances();
    return containsTransactions;
  }

  async function saveAndReadBalances(): Promise<void> {
    await save();
    books = await readTreasuryBalances(node, network, treasury);
  }

  /** Returns the token; undefined for the chain's native coin. */
  function findToken(symbol: string): LocalToken | undefined {
    const token = tokens.find((candidate) => candidate.symbol === symbol);
    if (!token && symbol !== nativeSymbol) throw new RangeError(`${network} has no ${symbol}`);
    return token;
  }

  try {
    const earlier = await state.read();
    if (earlier) await node.client.loadState({ state: earlier as Hex });
    await deployTokens(node, tokens);
    if (isRollup) await deployRollupContracts(node.client, contractCode('GasPriceOracle'));
    // The node has no states of blocks before its start, so make as many new blocks as callers look back.
    for (let block = 0; block < 3; block++) await node.makeBlock(baseFee, usualFee);
    await save();
    books = await readTreasuryBalances(node, network, treasury);
  } catch (error) {
    await Promise.all([anvil.stop(), proxy?.stop()]);
    throw error;
  }

  const maker = startBlockMaker({
    blockMs: options.blockSeconds * 1_000,
    idleMs: options.idleSeconds * 1_000,
    tail: BLOCKS_UNTIL_FINAL,
    isStalled: createStallCheck(options.faults, network),
    hasTransactions: async () => (await node.waitingTransactions()) > 0,
    makeBlock,
  });

  return {
    network,
    rpcUrl,
    chainId,
    assets: listAssets(network),
    async balance(symbol, address) {
      const token = findToken(symbol);
      const units = await node.balance(token, getAddress(address.toLowerCase()));
      return formatUnits(units, token?.decimals ?? COIN_DECIMALS);
    },
    async pay(symbol, address, amount) {
      const token = findToken(symbol);
      const units = parseUnits(amount, token?.decimals ?? COIN_DECIMALS);
      return node.payFrom(EXCHANGE_ADDRESS, token, getAddress(address.toLowerCase()), units);
    },
    finalAfter: BLOCKS_UNTIL_FINAL,
    pause: () => maker.pause(),
    resume: () => maker.resume(),
    mine: (blocks) =>
      maker.inTurn(async () => {
        for (let block = 0; block < blocks; block++) await node.makeBlock(baseFee, usualFee);
        await saveAndReadBalances();
      }),
    reorg: (depth) =>
      maker.inTurn(async () => {
        await node.reorg(depth);
        await saveAndReadBalances();
      }),
    feeSpike: (factor) =>
      maker.inTurn(async () => {
        baseFee = (usualFee * BigInt(Math.round(factor * 1_000))) / 1_000n;
        // Wallets derive their fee from the newest block.
        await node.makeBlock(baseFee, usualFee);
      }),
    dropTransaction: (transactionId) =>
      maker.inTurn(async () => {
        await node.client.dropTransaction({ hash: transactionId as Hex });
      }),
    treasury: () => books,
    async stop() {
      await maker.stop();
      await save().catch(() => undefined);
      await Promise.all([anvil.stop(), proxy?.stop()]);
    },
  };
}

/** Deploys the tokens once: balances survive a restart. */
async function deployTokens(node: EvmNode, tokens: readonly LocalToken[]): Promise<void> {
  for (const token of tokens) {
    if (await node.hasToken(token)) continue;
    await node.placeToken(token, contractCode('Token'), EXCHANGE_ADDRESS, parseUnits(TOKEN_SUPPLY, token.decimals));
  }
}

function listAssets(network: EvmNetwork): LocalAsset[] {
  return [
    { symbol: getNativeSymbol(network), contract: null, decimals: COIN_DECIMALS },
    ...listTokens(network).map(({ symbol, contract, decimals }) => ({ symbol, contract, decimals })),
  ];
}

async function readTreasuryBalances(node: EvmNode, network: EvmNetwork, treasury: Hex): Promise<TreasuryBalances> {
  const tokens = listTokens(network);
  const coin = await node.balance(undefined, treasury);
  const tokenBalances = await Promise.all(
    tokens.map(async (token) => [token.symbol, formatUnits(await node.balance(token, treasury), token.decimals)]),
  );
  return {
    address: treasury,
    height: Number(await node.client.getBlockNumber()),
    balances: { [getNativeSymbol(network)]: formatUnits(coin, COIN_DECIMALS), ...Object.fromEntries(tokenBalances) },
  };
}
