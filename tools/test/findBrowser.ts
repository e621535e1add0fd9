import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './installPackages.ts';

/** Chromium without anything that draws to a screen: the journeys cost a fifth less with it. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A Chromium for the browser tests: the one that `CHROMIUM_PATH` names, the headless shell that Debian's packages bring, which
 * root can install, or else the system's. Undefined: there is none.
 */
export function findBrowser(environment: NodeJS.ProcessEnv, say: (line: string) => void): string | undefined {
  const named = environment['CHROMIUM_PATH'];
  if (named) return isProgram(named) ? named : undefined;
  const path = environment['PATH'] ?? '';
  return onPath(path, [SHELL]) ?? installed(SHELL, say) ?? onPath(path, NAMES) ?? playwrightOwn(environment);
}

function onPath(path: string, names: readonly string[]): string | undefined {
  const folders = [...path.split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function playwrightOwn(environment: NodeJS.ProcessEnv): string | undefined {
  const script = "import('playwright-core').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: environment,
  });
  return stdout && isProgram(stdout) ? stdout : undefined;
}

function installed(name: string, say: (line: string) => void): string | undefined {
  return installPackages([name], say) ? onPath('', [name]) : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
