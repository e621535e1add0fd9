import type { Funding } from '../../sandbox/chains/faucet.ts';
import { deriveSamplePersonKey, formatSampleRootKeys } from '../../sandbox/world/samplePersons.ts';
import { isRequested } from '../../server/action/requests/requestStore.ts';
import { parseConfiguration } from '../../server/configuration/configurationKinds.ts';
import { readSeeds, SEEDS_FOLDER } from '../../server/configuration/readSeeds.ts';
import { buildSettings } from '../../server/configuration/settings.ts';
import { requestAction } from '../../server/operator/requests/requestAction.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { createPersonKey } from '../../server/platform/persons/personKey.ts';
import { readRootKeys } from '../../server/platform/persons/rootKeys.ts';
import { findCryptoOn } from '../../server/purchase/catalog/catalog.ts';
import { bookTopUp } from '../../server/treasury/actions/bookTopUp.ts';

export type TopUpOptions = {
  readonly databaseUrl: string;
  readonly deskUrl: string;
  /** Returns true if the server sells on the network. */
  readonly isOn: (network: string) => boolean;
};

/** A person of the sandbox who requests the booking of the first coins. */
const anna = {
  rootKeys: readRootKeys(formatSampleRootKeys()),
  isSandbox: true,
  signer: createPersonKey(deriveSamplePersonKey('anna')),
  who: 'anna',
  why: 'the treasury’s first coins, from the faucet',
};

/**
 * Requests, as an operator would with `operate top-up`, the booking of the coins that the sandbox's faucet has sent to the
 * treasury. Requests each only once, and before the server runs, so that the ledger has them before the reconciliation.
 */
export async function requestTopUps({ databaseUrl, deskUrl, isOn }: TopUpOptions): Promise<void> {
  const answer = await fetch(`${deskUrl}/api/fundings`);
  const fundings = ((await answer.json()) as readonly Funding[]).filter(({ network }) => isOn(network));
  const { catalog } = buildSettings(parseConfiguration(await readSeeds(SEEDS_FOLDER)));
  const database = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    for (const { network, symbol, transactionId: transaction } of fundings) {
      const crypto = findCryptoOn(catalog, symbol, network)?.id;
      if (crypto === undefined) continue;
      const subject = `${crypto} ${transaction}`;
      if (await isRequested(database, 'top-up', subject)) continue;
      const input = { crypto, transaction, from: 'owner' };
      await requestAction({ database, ...anna }, bookTopUp, { subject, input });
    }
  } finally {
    await database.close();
  }
}
