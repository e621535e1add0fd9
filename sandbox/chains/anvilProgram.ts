import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** Its makers' packages, by Node's name for the platform. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux x64': '@foundry-rs/anvil-linux-amd64',
  'linux arm64': '@foundry-rs/anvil-linux-arm64',
  'darwin x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin arm64': '@foundry-rs/anvil-darwin-arm64',
};
/** The one that npm ci installs, and the version that the others should have. */
const VERSION = '1.7.1';

export type Machine = { readonly platform: string; readonly arch: string; readonly path: string };

/** The program of the platform's package, else the one on the PATH; undefined where there is neither. */
export function findAnvil({ platform, arch, path }: Machine): string | undefined {
  const installed = PACKAGES[`${platform} ${arch}`];
  const packaged = installed === undefined ? undefined : resolved(`${installed}/bin/anvil`);
  const onPath = path.split(delimiter).map((folder) => join(folder, 'anvil'));
  return [...(packaged === undefined ? [] : [packaged]), ...onPath].find(isProgram);
}

/** One line for the person who has none: what needs it, and how to come by it here. */
export function anvilMissing({ platform, arch }: Machine): string {
  const known = PACKAGES[`${platform} ${arch}`];
  const install = known === undefined ? '' : `run 'npm install --no-save ${known}@${VERSION}', or `;
  return `The sandbox's local chains need anvil, and there is none for ${platform} ${arch}: ${install}install Foundry and put anvil on the PATH.`;
}

/** The machine that we run on. */
export function thisMachine(path: string = process.env['PATH'] ?? ''): Machine {
  return { platform: process.platform, arch: process.arch, path };
}

function resolved(file: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch {
    return undefined;
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
