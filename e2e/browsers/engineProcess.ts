import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from '../../tools/patience/patience.ts';

const INTERVAL_MS = 50;
const KILL_AFTER_MS = 5_000;

export type EngineProcess = {
  /** Repeats `attempt` until it succeeds. Throws if the process ends, and the last error when the time is up. */
  waitFor<Value>(attempt: () => Promise<Value>): Promise<Value>;
  stop(): Promise<void>;
};

/** Starts a program whose output goes to the log file. It is killed if this process ends first. */
export function startEngineProcess(
  [command, ...parameters]: readonly [string, ...string[]],
  logFile: string,
  environment: NodeJS.ProcessEnv = process.env,
): EngineProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(command, parameters, { env: environment, stdio: ['ignore', log, log] });
  closeSync(log);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('error', () => undefined);
  return {
    async waitFor(attempt) {
      const deadline = performance.now() + patienceMs;
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          if (hasEnded(child)) throw new Error(`${command} has ended, see ${logFile}`, { cause: error });
          if (performance.now() > deadline) throw error;
        }
        await sleep(INTERVAL_MS);
      }
    },
    async stop() {
      if (!hasEnded(child)) {
        const ended = once(child, 'exit');
        child.kill();
        const timer = setTimeout(kill, KILL_AFTER_MS);
        await ended;
        clearTimeout(timer);
      }
      process.off('exit', kill);
    },
  };
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}
