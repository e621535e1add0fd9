import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildNode, freePortForNode, superviseChild } from '../childNode.ts';
import { findAnvil, formatAnvilMissing, getCurrentMachine } from './anvilProgram.ts';

const READY_PATIENCE_MS = 120_000;

/**
 * Starts an anvil that makes no blocks by itself: the sandbox decides when to make one and with which base fee. Resolves when
 * it answers.
 */
export async function startAnvil(options: {
  readonly network: string;
  /** `optimism` charges the fees of a rollup as set in its contracts. */
  readonly family: 'ethereum' | 'optimism';
  readonly port: number;
  readonly chainId: number;
  readonly dataDir: string;
  /** Sends one request to the node; rejects while it does not answer. */
  readonly ping: () => Promise<unknown>;
}): Promise<ChildNode> {
  const { network, family, port, chainId, dataDir, ping } = options;
  const program = findAnvil(getCurrentMachine());
  if (program === undefined) throw new Error(formatAnvilMissing(getCurrentMachine()));
  const pidFile = join(dataDir, `${network}.pid`);
  await freePortForNode(pidFile, port);
  const cache = join(dataDir, `${network}-cache`);
  await rm(cache, { recursive: true, force: true });
  const child = spawn(
    program,
    Object.entries({
      silent: '',
      host: '127.0.0.1',
      port: String(port),
      'chain-id': String(chainId),
      network: family,
      'no-mining': '',
      'slots-in-an-epoch': '1',
      accounts: '1',
      'no-request-size-limit': '',
      // Prevents anvil from writing states of old blocks to a folder in the user's home.
      'max-persisted-states': '0',
      'cache-path': cache,
    }).flatMap(([name, value]) => (value === '' ? [`--${name}`] : [`--${name}`, value])),
    { stdio: 'ignore' },
  );
  const owned = superviseChild(child, pidFile);
  const deadline = performance.now() + READY_PATIENCE_MS;
  for (;;) {
    await sleep(15);
    if (owned.hasEnded()) throw new Error(`the local ${network} chain did not start on port ${port}`);
    const answered = await ping().then(
      () => true,
      () => false,
    );
    if (answered) return owned;
    if (performance.now() > deadline) {
      await owned.stop();
      throw new Error(`the local ${network} chain did not answer on port ${port}`);
    }
  }
}
