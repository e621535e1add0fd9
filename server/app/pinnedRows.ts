import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSeedFolders, SEEDS_FOLDER } from '../configuration/readSeeds.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { createAcceptanceFile } from '../signer/rows/acceptanceFile.ts';
import {
  openPinnedConfiguration,
  type PinnedConfiguration,
  type PinningContext,
} from '../signer/rows/pinnedConfiguration.ts';
import { createPinnedRowFile } from '../signer/rows/pinnedRowFile.ts';
import type { SignerEnvironment } from '../signer/signerEnvironment.ts';

/** Opens the configuration that the signer has accepted, in its folder. */
export async function openPinnedRows(
  environment: SignerEnvironment,
  database: Database,
  log: Log,
): Promise<PinnedConfiguration> {
  await mkdir(environment.SIGNER_FOLDER, { recursive: true, mode: 0o700 });
  return openPinnedConfiguration(await pinningContext(environment, database, log));
}

/** Returns what rows are judged by, and the files in which they are kept. */
export async function pinningContext(
  { SIGNER_FOLDER: folder, CONFIGURATION_SEEDS, OPERATOR_ROOT_KEYS: rootKeys, SLIPWAY_SANDBOX }: SignerEnvironment,
  database: Database,
  log: Log,
): Promise<PinningContext> {
  return {
    database,
    rootKeys,
    isSandbox: SLIPWAY_SANDBOX === '1',
    seeds: await readSeedFolders([...CONFIGURATION_SEEDS, SEEDS_FOLDER]),
    keeper: createPinnedRowFile(join(folder, 'configuration')),
    acceptance: createAcceptanceFile(join(folder, 'configuration.accepted')),
    log,
    now: () => new Date(),
  };
}
