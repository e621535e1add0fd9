import { ConfigurationError } from '../../configuration/configurationKinds.ts';
import { previewSettings } from '../../configuration/previewSettings.ts';
import {
  type Environment,
  EnvironmentError,
  pickSetVariables,
  readEnvironment,
} from '../../platform/config/environment.ts';
import type { Database } from '../../platform/database/database.ts';
import { findPersonalKeyFaults } from '../../platform/personal/findPersonalKeyFaults.ts';
import { createPersonalKeys } from '../../platform/personal/personalKeys.ts';
import type { NetworkTerms } from '../../providers/chain/chainPort.ts';
import type { EnvironmentSource } from '../../providers/vendor.ts';
import { type Catalog, getNativeAsset } from '../../purchase/catalog/catalog.ts';
import type { Offering } from '../../purchase/catalog/offering.ts';
import {
  type ConfigureVendorsOptions,
  configureVendors,
  type VendorConfiguration,
} from '../enabledVendors/configureVendors.ts';
import { buildOffering, findSellingFaults } from '../enabledVendors/offering.ts';
import { findStartFaults } from '../guard/findStartFaults.ts';
import { findTransportFaults } from '../guard/findTransportFaults.ts';
import { findMisplacedKeys, findMisplacedSecrets } from '../signer/configureKeys.ts';
import { apiVendors, chainVendors, vendors } from '../vendors.ts';

export type StartConfiguration = {
  readonly environment: Environment;
  readonly survey: VendorConfiguration;
  readonly offering: Offering;
};

type ReadStartOptions = Pick<ConfigureVendorsOptions, 'now' | 'tokenContracts'> & {
  /** The database is only read: nothing is written before every check has passed. */
  readonly openDatabase: (environment: Environment) => Database;
};

/**
 * Reads the environment and the configured networks. Throws an {@link EnvironmentError} with everything that prevents
 * the start, one line each.
 */
export async function readStartConfiguration(
  source: EnvironmentSource,
  opening: ReadStartOptions,
): Promise<StartConfiguration> {
  const { environment, problems } = readEnvironment(source);
  const isSandbox = environment?.SLIPWAY_SANDBOX === '1';
  const transport = isSandbox ? [] : findTransportFaults(source);
  // No connection to a database that an attacker on the network could impersonate.
  const database = environment && transport.length === 0 ? opening.openDatabase(environment) : undefined;
  try {
    const folders = environment?.CONFIGURATION_SEEDS ?? [];
    const preview = await previewSettings(database, folders).catch(async (error: unknown) => {
      if (error instanceof ConfigurationError) throw error;
      return { unreachable: error, ...(await previewSettings(undefined, folders)) };
    });
    const { catalog } = preview;
    const networks = catalog.networks.map((network) => buildNetworkTerms(catalog, network));
    const publicUrl = environment?.PUBLIC_URL ?? '';
    const surroundings = { ...opening, publicUrl };
    const doesSteps = environment?.ROLE !== 'api';
    const own = doesSteps ? vendors : apiVendors;
    const survey = configureVendors({ vendors: own, chainVendors }, pickSetVariables(source), networks, surroundings);
    const all = [
      ...problems,
      ...survey.problems,
      ...findSellingFaults(survey, vendors, { hasTransferAccount: catalog.transferAccounts.size > 0, doesSteps }),
      ...findMisplacedKeys(chainVendors, pickSetVariables(source), networks),
      ...(doesSteps ? [] : findMisplacedSecrets(vendors, own, pickSetVariables(source))),
      ...(environment
        ? [
            ...findClerkLoginFault(environment),
            ...findMissingSigner(environment, survey),
            ...findStartFaults(environment, survey.on),
          ]
        : []),
      ...transport,
      ...('unreachable' in preview || !environment || !database ? [] : await findKeyFaults(database, environment)),
    ];
    // As the only fault, the database's own error is thrown; with others, it becomes one line.
    if ('unreachable' in preview && all.length === 0) throw preview.unreachable;
    if ('unreachable' in preview) all.push('DATABASE_URL leads to no usable database');
    if (!environment || all.length > 0) throw new EnvironmentError(all.join('\n'));
    const chainOfNetwork = new Map(catalog.networks.map(({ id, chain }) => [id, chain]));
    return { environment, survey, offering: buildOffering(survey, chainOfNetwork) };
  } finally {
    await database?.close();
  }
}

/** Returns why the keys cannot open the database's data. */
async function findKeyFaults(database: Database, { PERSONAL_DATA_KEYS: keys }: Environment): Promise<string[]> {
  return findPersonalKeyFaults(database, createPersonalKeys(keys));
}

/** An internet-facing process must not be able to write what only people decide. */
function findClerkLoginFault({ ROLE, CLERK_DATABASE_URL }: Environment): string[] {
  return ROLE === 'api' && CLERK_DATABASE_URL !== undefined
    ? ["CLERK_DATABASE_URL is only for a worker: an api process must not have the clerk's login"]
    : [];
}

/** Every process that runs orders' steps pays out, which only the signer can do. */
function findMissingSigner({ ROLE, SIGNER_SOCKET }: Environment, { on }: VendorConfiguration): string[] {
  const pays = ROLE !== 'api' && on.some(({ family }) => family === 'chain');
  return pays && SIGNER_SOCKET === undefined
    ? ['SIGNER_SOCKET is missing: a separate process signs payouts, ROLE=signer']
    : [];
}

/** Returns the part of a network's row that its adapter gets. */
export function buildNetworkTerms(catalog: Catalog, network: Catalog['networks'][number]): NetworkTerms {
  return { ...network, nativeAsset: getNativeAsset(catalog, network) };
}
