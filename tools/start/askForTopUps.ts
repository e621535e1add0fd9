import type { Funding } from '../../sandbox/chains/faucet.ts';
import { samplePersonKey, sampleRootKeys } from '../../sandbox/world/samplePersons.ts';
import { readConfiguration } from '../../server/configuration/kinds.ts';
import { readSeeds, SEEDS_FOLDER } from '../../server/configuration/readSeeds.ts';
import { settingsOf } from '../../server/configuration/settings.ts';
import { ask } from '../../server/operator/asking.ts';
import { isAsked } from '../../server/operator/requestStore.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { personKeyOf } from '../../server/platform/persons/personKey.ts';
import { readRootKeys } from '../../server/platform/persons/rootKeys.ts';
import { findCryptoOn } from '../../server/purchase/catalog/catalog.ts';

export type Fundings = {
  readonly databaseUrl: string;
  readonly deskUrl: string;
  /** The networks on which the server sells. */
  readonly isOn: (network: string) => boolean;
};

/** A person of the sandbox, who asks for the first coins to be booked. */
const anna = {
  rootKeys: readRootKeys(sampleRootKeys()),
  signer: personKeyOf(samplePersonKey('anna')),
  who: 'anna',
  why: 'the treasury’s first coins, from the faucet',
};

/**
 * Asks what an operator would ask by `operate top-up`: that the coins be booked which the sandbox's faucet has sent to the
 * treasury. Each is asked for once. Asked before the server runs, so that the books have them before they are compared.
 */
export async function askForTopUps({ databaseUrl, deskUrl, isOn }: Fundings): Promise<void> {
  const answer = await fetch(`${deskUrl}/api/fundings`);
  const fundings = ((await answer.json()) as readonly Funding[]).filter(({ network }) => isOn(network));
  const { catalog } = settingsOf(readConfiguration(await readSeeds(SEEDS_FOLDER)));
  const database = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    for (const { network, symbol, transactionId: transaction } of fundings) {
      const crypto = findCryptoOn(catalog, symbol, network)?.id;
      if (crypto === undefined) continue;
      const subject = `${crypto} ${transaction}`;
      if (await isAsked(database, 'top-up', subject)) continue;
      const input = { crypto, transaction, from: 'owner' };
      await ask({ database, ...anna }, { action: 'top-up', subject, input });
    }
  } finally {
    await database.close();
  }
}
