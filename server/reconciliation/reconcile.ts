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
import { finishRun, takeRun } from './runStore.ts';
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
  if (run === undefined) return;
  try {
    await proveWhenDue(context);
  } catch (error) {
    context.log.error({ error }, 'the sums that are kept could not be proven');
  }
  // A venue whose limit of calls is nearly used up is read slowly: the other places do not wait for it.
  await Promise.all(
    places.map((place) =>
      reconcilePlace(context, place).catch((error: unknown) =>
        context.log.error({ error, place: place.id }, 'a place could not be compared with the ledger'),
      ),
    ),
  );
  await finishRun(context.database, run);
}
