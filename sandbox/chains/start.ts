import { mkdirSync } from 'node:fs';
import type { StandIn, World } from '../world/standIn.ts';
import { startLocalBitcoinChain } from './bitcoin/localBitcoinChain.ts';
import { startLocalEvmChain } from './evm/localEvmChain.ts';
import { type FundedChain, type Funding, fundChain } from './faucet.ts';
import type { LocalChain, LocalChainDescription } from './localChain.ts';
import { type EvmNetwork, type LocalNetwork, localNetworks } from './localNetworks.ts';

/** Thrown for a network that the sandbox does not run. */
export class UnknownNetworkError extends Error {
  override name = 'UnknownNetworkError';
}

export type ChainControls = {
  /** Stops making blocks until `resume`; the node still accepts transactions. */
  pause(network: string): void;
  resume(network: string): void;
  mine(network: string, blocks: number): Promise<void>;
  reorg(network: string, depth: number): Promise<void>;
  /** Sets fees to this multiple of the usual ones until called with 1; cheaper transactions wait. */
  feeSpike(network: string, factor: number): Promise<void>;
  dropTransaction(network: string, transactionId: string): Promise<void>;
};

export type ChainsStandIn = StandIn & {
  describe(): readonly LocalChainDescription[];
  /** Returns a decimal amount. */
  balance(network: string, symbol: string, address: string): Promise<string>;
  /** Pays a decimal amount from an account other than the treasury; returns the transaction id. */
  pay(network: string, symbol: string, address: string, amount: string): Promise<string>;
  /** The initial payments to the treasury, all of them final. */
  fundings(): readonly Funding[];
  readonly control: ChainControls;
};

export type ChainsOptions = {
  /** By default all. */
  readonly networks?: readonly LocalNetwork[];
  /** Seconds between blocks while there is something to confirm. */
  readonly blockSeconds?: { readonly bitcoin?: number; readonly evm?: number };
  /** If true, each chain's faucet funds the treasury once the chain runs; otherwise wallets stay empty. */
  readonly isTreasuryFunded?: boolean;
};

export type ChainPorts = Readonly<Partial<Record<LocalNetwork, number>>>;

const BITCOIN_BLOCK_SECONDS = 2;
const EVM_BLOCK_SECONDS = 1;
const BITCOIN_IDLE_SECONDS = 30;
const EVM_IDLE_SECONDS = 15;

/** Starts real nodes of local chains: a Bitcoin regtest and the EVM networks. If one fails, stops the others and throws. */
export async function startChains(
  world: World,
  ports: ChainPorts,
  options: ChainsOptions = {},
): Promise<ChainsStandIn> {
  mkdirSync(world.dataDir, { recursive: true });
  const networks = options.networks ?? localNetworks;
  const starting = networks.map(async (network): Promise<FundedChain> => {
    const chain = await startNetwork(world, ports, options, network);
    return options.isTreasuryFunded ? fundChain(chain, world.dataDir) : { ...chain, fundings: [] };
  });
  const outcomes = await Promise.allSettled(starting);
  const chains = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async () => {
    await Promise.all(chains.map((chain) => chain.stop()));
  };
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  return createStandIn(chains, stop);
}

async function startNetwork(
  world: World,
  ports: ChainPorts,
  { blockSeconds }: ChainsOptions,
  network: LocalNetwork,
): Promise<LocalChain> {
  const port = ports[network];
  if (port === undefined) throw new TypeError(`no port for ${network}`);
  const shared = { port, dataDir: world.dataDir, faults: world.faults };
  if (network === 'bitcoin') {
    const seconds = blockSeconds?.bitcoin ?? BITCOIN_BLOCK_SECONDS;
    return startLocalBitcoinChain({ ...shared, blockSeconds: seconds, idleSeconds: BITCOIN_IDLE_SECONDS });
  }
  return startLocalEvmChain({
    ...shared,
    network: network satisfies EvmNetwork,
    blockSeconds: blockSeconds?.evm ?? EVM_BLOCK_SECONDS,
    idleSeconds: EVM_IDLE_SECONDS,
  });
}

function createStandIn(chains: readonly FundedChain[], stop: () => Promise<void>): ChainsStandIn {
  function getChain(network: string): LocalChain {
    const chain = chains.find((candidate) => candidate.network === network);
    if (!chain) throw new UnknownNetworkError(`the sandbox runs no ${network}`);
    return chain;
  }
  return {
    name: 'chains',
    url: chains[0]?.rpcUrl ?? '',
    describe: () =>
      chains.map(({ network, rpcUrl, chainId, assets }) => ({
        network,
        rpcUrl,
        ...(chainId !== undefined && { chainId }),
        assets,
      })),
    balance: async (network, symbol, address) => getChain(network).balance(symbol, address),
    pay: async (network, symbol, address, amount) => getChain(network).pay(symbol, address, amount),
    fundings: () => chains.flatMap((chain) => chain.fundings),
    control: {
      pause: (network) => getChain(network).pause(),
      resume: (network) => getChain(network).resume(),
      mine: async (network, blocks) => getChain(network).mine(blocks),
      reorg: async (network, depth) => getChain(network).reorg(depth),
      feeSpike: async (network, factor) => getChain(network).feeSpike(factor),
      dropTransaction: async (network, transactionId) => getChain(network).dropTransaction(transactionId),
    },
    books: () => Object.fromEntries(chains.map((chain) => [chain.network, chain.treasury()])),
    stop,
  };
}
