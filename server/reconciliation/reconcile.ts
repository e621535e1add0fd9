import { absentAcquirer } from '../providers/card/absentAcquirer.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import type { Chains } from '../providers/chain/chains.ts';
import { absentVenue } from '../providers/venue/absentVenue.ts';
import type { TradingVenue } from '../providers/venue/venuePort.ts';
import { acquirerPlace } from './acquirerPlace.ts';
import { bankPlace } from './bankPlace.ts';
import { chainPlace } from './chainPlace.ts';
import type { Place } from './place.ts';
import { proveWhenDue } from './proveWhenDue.ts';
import { type ReconcileContext, reconcilePlace } from './reconcilePlace.ts';
import { finishRun, placesStillUnread, takeRun } from './runStore.ts';
import { venuePlace } from './venuePlace.ts';

export type PlacesContext = ReconcileContext & {
  readonly venue: TradingVenue;
  readonly card: CardAcquirer;
  readonly chains: Chains;
};

export const EVERY_SECONDS = 180;

/** Wherever the operator's money lies. */
export function placesOf({ database, catalog, venue, card, chains }: PlacesContext): Place[] {
  return [
    bankPlace(database),
    ...(venue.id === absentVenue.id ? [] : [venuePlace({ database, venue, catalog })]),
    ...(card.id === absentAcquirer.id ? [] : [acquirerPlace({ database, card })]),
    ...[...chains.values()].map((chain) => chainPlace({ database, catalog }, chain)),
  ];
}

/**
 * Compares the ledger with every place, when that is due or an operator has asked for it. One place that fails keeps no other
 * back, nor does a proof: sums that stay unproven are no longer trusted after a day.
 */
export async function reconcileWhenDue(context: PlacesContext, places: readonly Place[]): Promise<void> {
  const run = await takeRun(context.database, EVERY_SECONDS);
  if (run === undefined) return readAddressesAgain(context, places);
  try {
    await proveWhenDue(context);
  } catch (error) {
    context.log.error({ error }, 'the sums that are kept could not be proven');
  }
  await comparePlaces(context, places);
  await finishRun(context.database, run);
}

/** Payouts wait for the paying address. It is read again alone: a whole run would use up the limit of calls at the venue. */
async function readAddressesAgain(context: ReconcileContext, places: readonly Place[]): Promise<void> {
  const addresses = places.filter(({ account }) => account === 'asset:wallet');
  const unread = await placesStillUnread(
    context.database,
    addresses.map(({ id }) => id),
  );
  await comparePlaces(
    context,
    addresses.filter(({ id }) => unread.includes(id)),
  );
}

/** A venue whose limit of calls is nearly used up is read slowly: the other places do not wait for it. */
async function comparePlaces(context: ReconcileContext, places: readonly Place[]): Promise<void> {
  await Promise.all(
    places.map((place) =>
      reconcilePlace(context, place).catch((error: unknown) =>
        context.log.error({ error, place: place.id }, 'a place could not be compared with the ledger'),
      ),
    ),
  );
}
