import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** The vendor's packages, by Node's name of the platform. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux x64': '@foundry-rs/anvil-linux-amd64',
  'linux arm64': '@foundry-rs/anvil-linux-arm64',
  'darwin x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin arm64': '@foundry-rs/anvil-darwin-arm64',
};
/** The version that `npm ci` installs, and that the message recommends for other machines. */
const VERSION = '1.7.1';

export type Machine = { readonly platform: string; readonly arch: string; readonly path: string };

/** Returns the program from the platform's package, otherwise from the PATH; undefined if there is none. */
export function findAnvil({ platform, arch, path }: Machine): string | undefined {
  const installed = PACKAGES[`${platform} ${arch}`];
  const packaged = installed === undefined ? undefined : resolveFile(`${installed}/bin/anvil`);
  const onPath = path.split(delimiter).map((folder) => join(folder, 'anvil'));
  return [...(packaged === undefined ? [] : [packaged]), ...onPath].find(isExecutable);
}

/** Returns one line for a user without anvil: what needs it, and how to install it here. */
export function formatAnvilMissing({ platform, arch }: Machine): string {
  const packageName = PACKAGES[`${platform} ${arch}`];
  const install = packageName === undefined ? '' : `run 'npm install --no-save ${packageName}@${VERSION}', or `;
  return `The sandbox's local chains need anvil, and there is none for ${platform} ${arch}: ${install}install Foundry and put anvil on the PATH.`;
}

/** Returns the current machine. */
export function getCurrentMachine(path: string = process.env['PATH'] ?? ''): Machine {
  return { platform: process.platform, arch: process.arch, path };
}

function resolveFile(file: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch {
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
