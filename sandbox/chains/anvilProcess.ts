import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anvilMissing, findAnvil, thisMachine } from './anvilProgram.ts';
import { type OwnedProcess, ownProcess, takePlace } from './ownedProcess.ts';

const READY_PATIENCE_MS = 120_000;

/**
 * Starts an anvil without any blocks of its own making: the sandbox decides when there is one and what its base fee is.
 * Resolves when it answers.
 */
export async function startAnvil(options: {
  readonly network: string;
  /** `optimism` takes the fees of a rollup, as its contracts say. */
  readonly family: 'ethereum' | 'optimism';
  readonly port: number;
  readonly chainId: number;
  readonly dataDir: string;
  /** Answers once the node can be asked. */
  readonly ping: () => Promise<unknown>;
}): Promise<OwnedProcess> {
  const { network, family, port, chainId, dataDir, ping } = options;
  const program = findAnvil(thisMachine());
  if (program === undefined) throw new Error(anvilMissing(thisMachine()));
  const pidFile = join(dataDir, `${network}.pid`);
  await takePlace(pidFile, port);
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
      // Otherwise it writes states of old blocks to a folder in the user's home.
      'max-persisted-states': '0',
      'cache-path': cache,
    }).flatMap(([name, value]) => (value === '' ? [`--${name}`] : [`--${name}`, value])),
    { stdio: 'ignore' },
  );
  const owned = ownProcess(child, pidFile);
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
