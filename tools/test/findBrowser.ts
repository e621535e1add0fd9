import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './installPackages.ts';

/** Chromium without the code for drawing to a screen, which makes the end-to-end tests a fifth cheaper. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Returns a Chromium for the browser tests: the one in `CHROMIUM_PATH`, otherwise the headless shell of Debian's packages, which
 * is installed if this process runs as root, otherwise the system's or Playwright's. Undefined if there is none, or if
 * `CHROMIUM_PATH` names no program.
 */
export function findBrowser(environment: NodeJS.ProcessEnv, print: (line: string) => void): string | undefined {
  const named = environment['CHROMIUM_PATH'];
  if (named) return isProgram(named) ? named : undefined;
  const path = environment['PATH'] ?? '';
  return (
    findOnPath(path, [HEADLESS_SHELL]) ??
    installBrowser(HEADLESS_SHELL, print) ??
    findOnPath(path, NAMES) ??
    findPlaywrightBrowser(environment)
  );
}

function findOnPath(path: string, names: readonly string[]): string | undefined {
  const folders = [...path.split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function findPlaywrightBrowser(environment: NodeJS.ProcessEnv): string | undefined {
  const script = "import('playwright-core').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: environment,
  });
  return stdout && isProgram(stdout) ? stdout : undefined;
}

function installBrowser(name: string, print: (line: string) => void): string | undefined {
  return installPackages([name], print) ? findOnPath('', [name]) : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
