import { join } from 'node:path';
import { formatUnits, getAddress, type Hex, parseGwei, parseUnits } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { credentials } from '../world/credentials.ts';
import { startAnvil } from './anvilProcess.ts';
import { startBlockMaker } from './blockMaker.ts';
import { contractCode } from './contractCode.ts';
import { connectEvmNode, type EvmNode } from './evmNode.ts';
import {
  createStall,
  type LocalAsset,
  type LocalChain,
  type LocalChainOptions,
  type TreasuryBooks,
} from './localChain.ts';
import { placeRollup } from './rollup.ts';
import { startRollupFront } from './rollupFront.ts';
import { savedState } from './savedState.ts';
import { type EvmNetwork, type LocalToken, tokensOf } from './tokens.ts';

const COIN_DECIMALS = 18;
/** From here the exchanges' withdrawals come. */
const EXCHANGE = '0x00000000000000000000000000000000000ec4a9';
const TOKEN_SUPPLY = '1000000000';
/** Blocks after the last transaction at the usual pace: more than the twelve confirmations that Ethereum is given. */
const TAIL = 15;
/** Saving takes longer the longer the chain is; it may take a tenth of the time, not more. */
const SAVE_SHARE = 10;

/** Of the OP stack: it takes fees beside the gas. */
const ROLLUP: EvmNetwork = 'base';

const coins: Readonly<Record<EvmNetwork, { readonly symbol: string; readonly baseFee: bigint }>> = {
  ethereum: { symbol: 'ETH', baseFee: parseGwei('1.5') },
  base: { symbol: 'ETH', baseFee: parseGwei('0.01') },
  polygon: { symbol: 'POL', baseFee: parseGwei('40') },
};

export type LocalEvmChainOptions = LocalChainOptions & {
  readonly network: EvmNetwork;
};

/** An EVM network of our own with the public one's tokens. It keeps what happened on it over restarts and crashes. */
export async function startLocalEvmChain(options: LocalEvmChainOptions): Promise<LocalChain> {
  const { network, port, dataDir } = options;
  const chainId = credentials.chainIds[network];
  const rpcUrl = `http://127.0.0.1:${port}`;
  const tokens = tokensOf(network);
  const treasury = privateKeyToAccount(credentials.treasury.evmPrivateKey).address;
  const state = savedState(join(dataDir, `${network}.state`));
  const front = network === ROLLUP ? await startRollupFront(port) : undefined;
  const nodePort = front?.nodePort ?? port;
  const node = connectEvmNode(`http://127.0.0.1:${nodePort}`);
  const family = front ? 'optimism' : 'ethereum';
  const ping = () => node.client.getChainId();
  const anvil = await startAnvil({ network, family, port: nodePort, chainId, dataDir, ping }).catch(async (error) => {
    await front?.stop();
    throw error;
  });

  const usualFee = coins[network].baseFee;
  let baseFee = usualFee;
  let books: TreasuryBooks;
  let saveDueAt = 0;
  let unsaved = false;

  async function save(): Promise<void> {
    const startedAt = performance.now();
    await state.write(await node.client.dumpState());
    unsaved = false;
    saveDueAt = performance.now() + SAVE_SHARE * (performance.now() - startedAt);
  }

  async function makeBlock(left: number): Promise<boolean> {
    await node.makeBlock(baseFee, usualFee);
    const { transactions } = await node.client.getBlock();
    const took = transactions.length > 0;
    if (took) unsaved = true;
    if (left === 1 || (unsaved && performance.now() >= saveDueAt)) await settle();
    return took;
  }

  async function settle(): Promise<void> {
    await save();
    books = await readBooks(node, network, treasury);
  }

  /** Undefined: the chain's own coin. */
  function findToken(symbol: string): LocalToken | undefined {
    const token = tokens.find((candidate) => candidate.symbol === symbol);
    if (!token && symbol !== coins[network].symbol) throw new RangeError(`${network} has no ${symbol}`);
    return token;
  }

  try {
    const earlier = await state.read();
    if (earlier) await node.client.loadState({ state: earlier as Hex });
    await placeTokens(node, tokens);
    if (network === ROLLUP) await placeRollup(node.client, contractCode('GasPriceOracle'));
    // States of blocks before the start are not kept: these make as many new ones as callers look back.
    for (let block = 0; block < 3; block++) await node.makeBlock(baseFee, usualFee);
    await save();
    books = await readBooks(node, network, treasury);
  } catch (error) {
    await Promise.all([anvil.stop(), front?.stop()]);
    throw error;
  }

  const maker = startBlockMaker({
    blockMs: options.blockSeconds * 1_000,
    idleMs: options.idleSeconds * 1_000,
    tail: TAIL,
    isStalled: createStall(options.faults, network),
    hasTransactions: async () => (await node.waitingTransactions()) > 0,
    makeBlock,
  });

  return {
    network,
    rpcUrl,
    chainId,
    assets: assetsOf(network),
    async balance(symbol, address) {
      const token = findToken(symbol);
      const units = await node.balance(token, getAddress(address.toLowerCase()));
      return formatUnits(units, token?.decimals ?? COIN_DECIMALS);
    },
    async pay(symbol, address, amount) {
      const token = findToken(symbol);
      const units = parseUnits(amount, token?.decimals ?? COIN_DECIMALS);
      return node.payFrom(EXCHANGE, token, getAddress(address.toLowerCase()), units);
    },
    finalAfter: TAIL,
    pause: () => maker.pause(),
    resume: () => maker.resume(),
    mine: (blocks) =>
      maker.inTurn(async () => {
        for (let block = 0; block < blocks; block++) await node.makeBlock(baseFee, usualFee);
        await settle();
      }),
    reorg: (depth) =>
      maker.inTurn(async () => {
        await node.reorg(depth);
        await settle();
      }),
    feeSpike: (factor) =>
      maker.inTurn(async () => {
        baseFee = (usualFee * BigInt(Math.round(factor * 1_000))) / 1_000n;
        // What a wallet asks for its fee is that of the newest block.
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
      await Promise.all([anvil.stop(), front?.stop()]);
    },
  };
}

/** Once: who has what before a restart keeps it. */
async function placeTokens(node: EvmNode, tokens: readonly LocalToken[]): Promise<void> {
  for (const token of tokens) {
    if (await node.hasToken(token)) continue;
    await node.placeToken(token, contractCode('Token'), EXCHANGE, parseUnits(TOKEN_SUPPLY, token.decimals));
  }
}

function assetsOf(network: EvmNetwork): LocalAsset[] {
  return [
    { symbol: coins[network].symbol, contract: null, decimals: COIN_DECIMALS },
    ...tokensOf(network).map(({ symbol, contract, decimals }) => ({ symbol, contract, decimals })),
  ];
}

async function readBooks(node: EvmNode, network: EvmNetwork, treasury: Hex): Promise<TreasuryBooks> {
  const tokens = tokensOf(network);
  const coin = await node.balance(undefined, treasury);
  const held = await Promise.all(
    tokens.map(async (token) => [token.symbol, formatUnits(await node.balance(token, treasury), token.decimals)]),
  );
  return {
    address: treasury,
    height: Number(await node.client.getBlockNumber()),
    balances: { [coins[network].symbol]: formatUnits(coin, COIN_DECIMALS), ...Object.fromEntries(held) },
  };
}
