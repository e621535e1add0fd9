import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandboxClock } from '../world/clock.ts';
import { createFaults, type Faults } from '../world/faults.ts';
import { findFreePort } from './findFreePort.ts';
import type { LocalNetwork } from './localNetworks.ts';
import { type ChainsOptions, type ChainsStandIn, startChains } from './start.ts';

export type TemporaryChains = ChainsStandIn & { readonly faults: Faults; rpcUrl(network: LocalNetwork): string };

/** Block intervals so long that only blocks are made that a test requests. */
const MANUAL_BLOCKS: ChainsOptions['blockSeconds'] = { bitcoin: 86_400, evm: 86_400 };

/** Starts local chains for tests on free ports, with a funded treasury, in a folder that is deleted when they stop. */
export async function startTemporaryChains(
  networks: readonly LocalNetwork[],
  blockSeconds: ChainsOptions['blockSeconds'] = MANUAL_BLOCKS,
): Promise<TemporaryChains> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chains-'));
  const faults = createFaults();
  const world = { dataDir, clock: createSandboxClock(), faults, productUrl: '' };
  const ports = Object.fromEntries(await Promise.all(networks.map(async (network) => [network, await findFreePort()])));
  const chains = await startChains(world, ports, { networks, blockSeconds, isTreasuryFunded: true });
  return {
    ...chains,
    faults,
    rpcUrl(network) {
      const chain = chains.describe().find((known) => known.network === network);
      if (!chain) throw new Error(`${network} was not started`);
      return chain.rpcUrl;
    },
    async stop() {
      await chains.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
