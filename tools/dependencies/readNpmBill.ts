import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BillOfMaterials } from './billOfMaterials.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Returns all packages of the folder's lock file as npm lists them, without requests to a registry. */
export async function readNpmBill(folder: string): Promise<BillOfMaterials> {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--offline', '--no-update-notifier'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES });
  return JSON.parse(stdout) as BillOfMaterials;
}
