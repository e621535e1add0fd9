import { type Constellation, startConstellation } from './constellation.ts';
import { explainStart } from './explainStart.ts';
import type { Product } from './launch.ts';
import { oneLine } from './operatorError.ts';
import { readStartSettings, type StartSettings } from './startSettings.ts';
import { stopSignal } from './stopSignal.ts';
import { complain, say } from './terminal.ts';
import { troubleInLogs } from './troubleInLogs.ts';

export type RunOptions = {
  /** How the web app and the server come up; built and started once where it is left out. */
  readonly product?: Product;
  /** Everything is up: what the person at the terminal is told. */
  readonly welcome: (running: Constellation, tookSeconds: string) => string;
  /** From the start on, until what it returns is called. */
  readonly accompany?: (settings: StartSettings) => () => void;
};

const CONSOLE_PORT = '8085';

/** Starts the constellation, keeps it until Ctrl-C or until a part of it breaks, and sets the exit status. */
export function runUntilStopped(options: RunOptions): void {
  run(options).then(
    (status) => {
      process.exitCode = status;
    },
    (error: unknown) => {
      complain(oneLine(error));
      process.exitCode = 1;
    },
  );
}

async function run({ product, welcome, accompany = () => () => undefined }: RunOptions): Promise<number> {
  const settings = readStartSettings({ CONSOLE_PORT, ...process.env }, process.cwd());
  const begun = performance.now();
  const asked = stopSignal();
  say('Starting Slipway …');
  const leave = accompany(settings);
  try {
    const running = await startConstellation({
      settings,
      environment: process.env,
      signal: asked.signal,
      log: say,
      ...(product && { product }),
    });
    say(welcome(running, ((performance.now() - begun) / 1000).toFixed(1)));
    asked.onAgain(() => void running.stop());
    const broken = await Promise.race([running.broken, asked.heard]);
    if (broken === undefined) say('Stopping …');
    else complain(broken);
    await running.stop();
    const trouble = troubleInLogs(running.logFolder);
    if (trouble) say(trouble);
    return broken === undefined ? 0 : 1;
  } catch (error) {
    if (asked.signal.aborted) return 0;
    complain(await explainStart(error, settings));
    return 1;
  } finally {
    leave();
  }
}
