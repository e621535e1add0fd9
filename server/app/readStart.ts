import { ConfigurationError } from '../configuration/kinds.ts';
import { previewSettings } from '../configuration/previewSettings.ts';
import { type Environment, EnvironmentError, readEnvironment, setVariables } from '../platform/config/environment.ts';
import type { Database } from '../platform/database/database.ts';
import { createPersonalKeys } from '../platform/personal/personalKeys.ts';
import { personalKeysFaults } from '../platform/personal/personalKeysFault.ts';
import type { NetworkTerms } from '../providers/chain/chainPort.ts';
import type { EnvironmentSource } from '../providers/vendor.ts';
import { type Catalog, nativeAsset } from '../purchase/catalog/catalog.ts';
import type { Offering } from '../purchase/catalog/offering.ts';
import { judgeStart } from './guard/judgeStart.ts';
import { transportFaults } from './guard/transportFaults.ts';
import { missingToSell, offeringOf } from './sellable.ts';
import { strayKeys, straySecrets } from './surveyKeys.ts';
import { type Survey, type SurveySurroundings, surveyVendors } from './surveyVendors.ts';
import { apiVendors, chainVendors, vendors } from './vendors.ts';

export type Start = { readonly environment: Environment; readonly survey: Survey; readonly offering: Offering };

type Opening = Pick<SurveySurroundings, 'now' | 'tokenContracts'> & {
  /** Opened to look only: nothing is written before the start is known to be sound. */
  readonly openDatabase: (environment: Environment) => Database;
};

/**
 * Reads what the environment says, and the networks that the configuration has. Throws an {@link EnvironmentError} with
 * everything at once that forbids to start, one line each.
 */
export async function readStart(source: EnvironmentSource, opening: Opening): Promise<Start> {
  const { environment, problems } = readEnvironment(source);
  const isSandbox = environment?.SLIPWAY_SANDBOX === '1';
  const transport = isSandbox ? [] : transportFaults(source);
  // Nothing is said to a database that others on the way could be.
  const database = environment && transport.length === 0 ? opening.openDatabase(environment) : undefined;
  try {
    const folders = environment?.CONFIGURATION_SEEDS ?? [];
    const preview = await previewSettings(database, folders).catch(async (error: unknown) => {
      if (error instanceof ConfigurationError) throw error;
      return { unreachable: error, ...(await previewSettings(undefined, folders)) };
    });
    const { catalog } = preview;
    const networks = catalog.networks.map((network) => termsOf(catalog, network));
    const publicUrl = environment?.PUBLIC_URL ?? '';
    const surroundings = { ...opening, publicUrl };
    const doesSteps = environment?.ROLE !== 'api';
    const own = doesSteps ? vendors : apiVendors;
    const survey = surveyVendors({ vendors: own, chainVendors }, setVariables(source), networks, surroundings);
    const all = [
      ...problems,
      ...survey.problems,
      ...missingToSell(survey, vendors, { hasTransferAccount: catalog.transferAccounts.size > 0, doesSteps }),
      ...strayKeys(chainVendors, setVariables(source), networks),
      ...(doesSteps ? [] : straySecrets(vendors, own, setVariables(source))),
      ...(environment
        ? [...clerkOfApi(environment), ...missingSigner(environment, survey), ...judgeStart(environment, survey.on)]
        : []),
      ...transport,
      ...('unreachable' in preview || !environment || !database ? [] : await unfitKeys(database, environment)),
    ];
    // Alone it is said by the database itself; beside the rest, in a line of its own.
    if ('unreachable' in preview && all.length === 0) throw preview.unreachable;
    if ('unreachable' in preview) all.push('DATABASE_URL leads to no usable database');
    if (!environment || all.length > 0) throw new EnvironmentError(all.join('\n'));
    const chainOfNetwork = new Map(catalog.networks.map(({ id, chain }) => [id, chain]));
    return { environment, survey, offering: offeringOf(survey, chainOfNetwork) };
  } finally {
    await database?.close();
  }
}

/** Keys that cannot open what lies in the database. */
async function unfitKeys(database: Database, { PERSONAL_DATA_KEYS: keys }: Environment): Promise<string[]> {
  return personalKeysFaults(database, createPersonalKeys(keys));
}

/** The process that faces the internet is not to write what persons alone decide. */
function clerkOfApi({ ROLE, CLERK_DATABASE_URL }: Environment): string[] {
  return ROLE === 'api' && CLERK_DATABASE_URL !== undefined
    ? ["CLERK_DATABASE_URL is for a worker alone: an api process must not have the clerk's login"]
    : [];
}

/** Whoever does the steps of orders pays out, and only the signer can. */
function missingSigner({ ROLE, SIGNER_SOCKET }: Environment, { on }: Survey): string[] {
  const pays = ROLE !== 'api' && on.some(({ family }) => family === 'chain');
  return pays && SIGNER_SOCKET === undefined
    ? ['SIGNER_SOCKET is missing: payouts are signed by a process of their own, ROLE=signer']
    : [];
}

/** What an adapter of a network gets of its row. */
export function termsOf(catalog: Catalog, network: Catalog['networks'][number]): NetworkTerms {
  return { ...network, nativeAsset: nativeAsset(catalog, network) };
}
