import { setTimeout as sleep } from 'node:timers/promises';
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

/** Returns all external accounts that the ledger is compared with. */
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

/** Comparisons that take longer continue during the next rounds: the exchange is read slowly near its rate limit. */
const ROUND_LIMIT_MS = 30_000;

export type Reconciler = {
  /**
   * Compares the ledger with every external account, if that is due or an operator has requested it; otherwise only with paying
   * addresses that could not be read. A slow or failing account does not block the others, nor does a failing proof of the
   * stored sums: they are trusted for a day after the last proof.
   */
  runRound(): Promise<void>;
  /** Resolves when no external account is being compared. */
  stop(): Promise<void>;
};

export function createReconciler(
  context: ReconcileContext,
  places: readonly ExternalAccount[],
  { roundLimitMs = ROUND_LIMIT_MS } = {},
): Reconciler {
  const { database, log } = context;
  const comparisons = createPlaceQueue((place) =>
    reconcileExternalAccount(context, place).catch((error: unknown) =>
      log.error({ error, place: place.id }, 'an external account could not be compared with the ledger'),
    ),
  );

  async function comparePlaces(chosen: readonly ExternalAccount[]): Promise<void> {
    const timer = new AbortController();
    const limit = sleep(roundLimitMs, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([Promise.all(chosen.map(comparisons.add)), limit]);
    timer.abort();
  }

  /** Compares the unread paying addresses again, because payouts wait. A whole run would use up the venue's rate limit. */
  async function comparePayingAddresses(): Promise<void> {
    const addresses = places.filter(({ account }) => account === 'asset:wallet');
    const unread = await findUnreadAccounts(
      database,
      addresses.map(({ id }) => id),
    );
    await comparePlaces(addresses.filter(({ id }) => unread.includes(id)));
  }

  return {
    async runRound() {
      const run = await leaseDueRun(database, RECONCILE_EVERY_SECONDS);
      if (run === undefined) return comparePayingAddresses();
      try {
        await proveSumsWhenDue(context);
      } catch (error) {
        log.error({ error }, 'the stored sums could not be verified');
      }
      await comparePlaces(places);
      await finishRun(database, run);
    },
    stop: comparisons.end,
  };
}

/** Never compares an external account twice at the same time. One that is added during its comparison is compared once more. */
function createPlaceQueue(compare: (place: ExternalAccount) => Promise<void>) {
  const running = new Map<string, { readonly done: Promise<void>; again?: Promise<void> }>();

  function add(place: ExternalAccount): Promise<void> {
    const current = running.get(place.id);
    if (current) return (current.again ??= current.done.then(() => add(place)));
    const done = compare(place).finally(() => running.delete(place.id));
    running.set(place.id, { done });
    return done;
  }

  return {
    add,
    async end() {
      while (running.size > 0) await Promise.all(Array.from(running.values(), ({ done, again }) => again ?? done));
    },
  };
}
