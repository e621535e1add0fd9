import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALLED_BY_US = '/usr/bin/chromium';

/**
 * A Chromium for the browser tests: the one that `CHROMIUM_PATH` names, the system's, or the one that Debian's packages bring,
 * which root can install. Undefined: there is none.
 */
export function findBrowser(environment: NodeJS.ProcessEnv, say: (line: string) => void): string | undefined {
  const named = environment['CHROMIUM_PATH'];
  if (named) return isProgram(named) ? named : undefined;
  return onPath(environment['PATH'] ?? '') ?? playwrightOwn(environment) ?? installed(say);
}

function onPath(path: string): string | undefined {
  const folders = [...path.split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
}

function playwrightOwn(environment: NodeJS.ProcessEnv): string | undefined {
  const script = "import('playwright-core').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: environment,
  });
  return stdout && isProgram(stdout) ? stdout : undefined;
}

function installed(say: (line: string) => void): string | undefined {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined;
  say("Installing Chromium from the system's packages …");
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status, stderr } = spawnSync('apt-get', ['-qq', ...command], { env: environment, encoding: 'utf8' });
    if (status === 0) continue;
    say(`apt-get ${command[0]} failed: ${stderr.trim().split('\n').at(-1)}`);
    return undefined;
  }
  return isProgram(INSTALLED_BY_US) ? INSTALLED_BY_US : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
