import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSeedFolders, SEEDS_FOLDER } from '../../configuration/readSeeds.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { createAcceptanceFile } from '../../signer/rows/acceptanceFile.ts';
import {
  type AcceptedConfiguration,
  type AcceptedConfigurationContext,
  openAcceptedConfiguration,
} from '../../signer/rows/acceptedConfiguration.ts';
import { createAcceptedRowFile } from '../../signer/rows/acceptedRowFile.ts';
import type { SignerEnvironment } from '../../signer/signerEnvironment.ts';

/** Opens the configuration that the signer has accepted, in its folder. */
export async function openSignerConfiguration(
  environment: SignerEnvironment,
  database: Database,
  log: Log,
): Promise<AcceptedConfiguration> {
  await mkdir(environment.SIGNER_FOLDER, { recursive: true, mode: 0o700 });
  return openAcceptedConfiguration(await buildConfigurationContext(environment, database, log));
}

/** Returns the context for judging rows, and the files in which accepted rows are stored. */
export async function buildConfigurationContext(
  { SIGNER_FOLDER: folder, CONFIGURATION_SEEDS, OPERATOR_ROOT_KEYS: rootKeys, SLIPWAY_SANDBOX }: SignerEnvironment,
  database: Database,
  log: Log,
): Promise<AcceptedConfigurationContext> {
  return {
    database,
    rootKeys,
    isSandbox: SLIPWAY_SANDBOX === '1',
    seeds: await readSeedFolders([...CONFIGURATION_SEEDS, SEEDS_FOLDER]),
    rowStore: createAcceptedRowFile(join(folder, 'configuration')),
    acceptance: createAcceptanceFile(join(folder, 'configuration.accepted')),
    log,
    now: () => new Date(),
  };
}
