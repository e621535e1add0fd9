import { absentAcquirer } from '../providers/card/absentAcquirer.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import type { Chains } from '../providers/chain/chains.ts';
import { absentVenue } from '../providers/venue/absentVenue.ts';
import type { TradingVenue } from '../providers/venue/venuePort.ts';
import type { ExternalAccount } from './externalAccount.ts';
import { createAcquirerExternalAccount } from './externalAccounts/acquirerExternalAccount.ts';
import { createBankExternalAccount } from './externalAccounts/bankExternalAccount.ts';
import { createChainExternalAccount } from './externalAccounts/chainExternalAccount.ts';
import { createVenueExternalAccount } from './externalAccounts/venueExternalAccount.ts';
import { proveSumsWhenDue } from './proveSumsWhenDue.ts';
import { type ReconcileContext, reconcileExternalAccount } from './reconcileExternalAccount.ts';
import { findUnreadAccounts, finishRun, leaseDueRun } from './reconciliationRunStore.ts';

export type ExternalAccountsContext = ReconcileContext & {
  readonly venue: TradingVenue;
  readonly card: CardAcquirer;
  readonly chains: Chains;
};

export const RECONCILE_EVERY_SECONDS = 180;

/** Returns all places of the operator's money. */
export function createExternalAccounts({
  database,
  catalog,
  venue,
  card,
  chains,
}: ExternalAccountsContext): ExternalAccount[] {
  return [
    createBankExternalAccount(database),
    ...(venue.id === absentVenue.id ? [] : [createVenueExternalAccount({ database, venue, catalog })]),
    ...(card.id === absentAcquirer.id ? [] : [createAcquirerExternalAccount({ database, card })]),
    ...[...chains.values()].map((chain) => createChainExternalAccount({ database, catalog }, chain)),
  ];
}

/**
 * Compares the ledger with every place, if that is due or an operator has requested it. A failing place or proof does not block
 * the others: unproven sums are no longer trusted after a day.
 */
export async function reconcileWhenDue(
  context: ExternalAccountsContext,
  places: readonly ExternalAccount[],
): Promise<void> {
  const run = await leaseDueRun(context.database, RECONCILE_EVERY_SECONDS);
  if (run === undefined) return comparePayingAddresses(context, places);
  try {
    await proveSumsWhenDue(context);
  } catch (error) {
    context.log.error({ error }, 'the stored sums could not be verified');
  }
  await compareExternalAccounts(context, places);
  await finishRun(context.database, run);
}

/** Reads only paying addresses again, for which payouts wait: a whole run would use up the venue's rate limit. */
async function comparePayingAddresses(context: ReconcileContext, places: readonly ExternalAccount[]): Promise<void> {
  const addresses = places.filter(({ account }) => account === 'asset:wallet');
  const unread = await findUnreadAccounts(
    context.database,
    addresses.map(({ id }) => id),
  );
  await compareExternalAccounts(
    context,
    addresses.filter(({ id }) => unread.includes(id)),
  );
}

/** Compares places concurrently: a venue near its rate limit is read slowly and must not delay the others. */
async function compareExternalAccounts(context: ReconcileContext, places: readonly ExternalAccount[]): Promise<void> {
  await Promise.all(
    places.map((place) =>
      reconcileExternalAccount(context, place).catch((error: unknown) =>
        context.log.error({ error, place: place.id }, 'an external account could not be compared with the ledger'),
      ),
    ),
  );
}
