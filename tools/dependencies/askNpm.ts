import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BillOfMaterials } from './billOfMaterials.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** All that the lock file in the folder names, as npm lists it; it asks no registry. */
export async function askNpm(folder: string): Promise<BillOfMaterials> {
  const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--offline', '--no-update-notifier'];
  const { stdout } = await promisify(execFile)('npm', words, { cwd: folder, maxBuffer: MOST_BYTES });
  return JSON.parse(stdout) as BillOfMaterials;
}
