import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from '../../tools/test/installPackages.ts';

type Programs = {
  readonly firefox: string;
  readonly webKitDriver: string;
  /** WebKitGTK's test browser. */
  readonly miniBrowser: string;
  readonly xvfb: string;
};

const PACKAGES: Readonly<Record<keyof Programs, string>> = {
  firefox: 'firefox-esr',
  webKitDriver: 'webkit2gtk-driver',
  miniBrowser: 'webkit2gtk-driver',
  xvfb: 'xvfb',
};

/** Returns the engines' programs. As root on Debian, installs missing ones first. Otherwise throws an error that names the packages. */
export function requirePrograms(environment: NodeJS.ProcessEnv, report: (line: string) => void): Programs {
  const missing = findMissingPackages(findPrograms(environment));
  if (missing.length > 0 && !installPackages(missing, report))
    throw new Error(
      `The browser tests need Debian packages: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
  const programs = findPrograms(environment);
  const stillMissing = findMissingPackages(programs);
  if (stillMissing.length > 0) throw new Error(`Installed, but without a program: ${stillMissing.join(' ')}`);
  return programs;
}

function findPrograms(environment: NodeJS.ProcessEnv): Programs {
  const folders = [...(environment['PATH'] ?? '').split(delimiter), '/usr/bin'];
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? '';
  return {
    firefox: find('firefox-esr'),
    webKitDriver: find('WebKitWebDriver'),
    miniBrowser: globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? '',
    xvfb: find('Xvfb'),
  };
}

function findMissingPackages(programs: Programs): string[] {
  const parts = Object.keys(PACKAGES) as (keyof Programs)[];
  return [...new Set(parts.filter((part) => programs[part] === '').map((part) => PACKAGES[part]))];
}
