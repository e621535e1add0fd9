import type { Funding } from '../../sandbox/chains/faucet.ts';
import { seededSettings } from '../../server/configuration/seededSettings.testing.ts';
import { findCryptoOn } from '../../server/purchase/catalog/catalog.ts';

/**
 * Returns the transactions that funded the treasury on the local chains, each as `CRYPTO TRANSACTION`, the arguments of
 * `operate top-up`. Polls until the sandbox's desk answers.
 */
export async function readFundingTransactions(
  deskUrl: string,
  pause: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { catalog } = seededSettings();
  const fundings = await pollFundings(`${deskUrl}/api/fundings`, pause);
  return fundings.flatMap(({ network, symbol, transactionId }) => {
    const crypto = findCryptoOn(catalog, symbol, network)?.id;
    return crypto === undefined ? [] : [`${crypto} ${transactionId}`];
  });
}

async function pollFundings(url: string, pause: () => Promise<unknown>): Promise<readonly Funding[]> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return (await answer.json()) as readonly Funding[];
    await pause();
  }
}
