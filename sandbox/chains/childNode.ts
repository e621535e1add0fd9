import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onExit } from 'signal-exit';
import { identifyProcess, type ProcessIdentity, stopProcess } from '../../tools/process/processIdentity.ts';

/** A local chain's node that runs as a child process and ends with this process. */
export type ChildNode = {
  readonly hasEnded: () => boolean;
  /** Asks the node to end and kills it if it does not. Resolves once it has ended. */
  stop(): Promise<void>;
};

const PATIENCE_MS = 5_000;

/**
 * Frees the port for a node: stops the node that a killed sandbox left behind, but not another process that got the same pid.
 * Throws the system's EADDRINUSE if another program uses the port, since its answers would be taken for the node's.
 */
export async function freePortForNode(pidFile: string, port: number): Promise<void> {
  const leftover = readProcessIdentity(pidFile);
  if (leftover && !(await stopProcess(leftover, [{ signal: 'SIGKILL', patienceMs: PATIENCE_MS }]))) {
    throw new Error(`process ${leftover.pid} of an earlier run does not end`);
  }
  rmSync(pidFile, { force: true });
  // The threads of a killed process may hold its port for a moment.
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

/** Records the child in its pid file, so that the next run finds it if this one is killed, and kills it when this process exits. */
export function superviseChild(child: ChildProcess, pidFile: string): ChildNode {
  const identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
  if (identity) writeFileSync(pidFile, JSON.stringify(identity));
  const removeExitHandler = onExit(() => {
    child.kill('SIGKILL');
  });
  let ended = false;
  // A process that could not be started has ended too.
  const exited = once(child, 'exit')
    .catch(() => undefined)
    .then(() => {
      ended = true;
      removeExitHandler();
      rmSync(pidFile, { force: true });
    });
  return {
    hasEnded: () => ended,
    async stop() {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await exited;
      clearTimeout(kill);
    },
  };
}

function readProcessIdentity(pidFile: string): ProcessIdentity | undefined {
  try {
    const { pid, startTime } = JSON.parse(readFileSync(pidFile, 'utf8')) as Partial<ProcessIdentity>;
    return typeof pid === 'number' && typeof startTime === 'string' ? { pid, startTime } : undefined;
  } catch {
    return undefined;
  }
}
