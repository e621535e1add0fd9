import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onExit } from 'signal-exit';
import { identifyProcess, type ProcessIdentity, stopProcess } from '../../tools/process/processIdentity.ts';

/** A node of a local chain that runs as our child and does not outlive us. */
export type OwnedProcess = {
  readonly hasEnded: () => boolean;
  /** Resolves once it is gone: it is asked first and killed when it does not go. */
  stop(): Promise<void>;
};

const PATIENCE_MS = 5_000;

/**
 * Makes room for a node: stops the one that a killed sandbox left behind; a process that merely got the same number is
 * left alone. Throws the system's EADDRINUSE when another program has the port, since its answers would pass for the node's.
 */
export async function takePlace(pidFile: string, port: number): Promise<void> {
  const leftover = readIdentity(pidFile);
  if (leftover && !(await stopProcess(leftover, [{ signal: 'SIGKILL', patienceMs: PATIENCE_MS }]))) {
    throw new Error(`process ${leftover.pid} of an earlier run does not end`);
  }
  rmSync(pidFile, { force: true });
  // The last threads of a killed process hold its port for a moment longer.
  const deadline = performance.now() + (leftover ? PATIENCE_MS : 0);
  for (;;) {
    try {
      return await probePort(port);
    } catch (error) {
      if (performance.now() >= deadline) throw error;
      await sleep(20);
    }
  }
}

async function probePort(port: number): Promise<void> {
  await using probe = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  await once(probe, 'listening');
}

/** Notes the child in its pid file, so that the next run finds it when this one is killed. */
export function ownProcess(child: ChildProcess, pidFile: string): OwnedProcess {
  const identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
  if (identity) writeFileSync(pidFile, JSON.stringify(identity));
  const forget = onExit(() => {
    child.kill('SIGKILL');
  });
  let ended = false;
  // One that could not be started at all has ended too.
  const gone = once(child, 'exit')
    .catch(() => undefined)
    .then(() => {
      ended = true;
      forget();
      rmSync(pidFile, { force: true });
    });
  return {
    hasEnded: () => ended,
    async stop() {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await gone;
      clearTimeout(kill);
    },
  };
}

function readIdentity(pidFile: string): ProcessIdentity | undefined {
  try {
    const { pid, startTime } = JSON.parse(readFileSync(pidFile, 'utf8')) as Partial<ProcessIdentity>;
    return typeof pid === 'number' && typeof startTime === 'string' ? { pid, startTime } : undefined;
  } catch {
    return undefined;
  }
}
