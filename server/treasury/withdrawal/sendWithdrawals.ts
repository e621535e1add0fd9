import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { VenueAccount, VenueWithdrawal } from '../../providers/venue/venueAccount.ts';
import type { WithdrawalRefusal, WithdrawalRelease } from '../../providers/venue/withdrawalRelease.ts';
import { findVenueCandidates, MAX_CLOCK_SKEW_MS } from './findVenueCandidates.ts';
import { raiseWithdrawalAlert } from './raiseWithdrawalAlert.ts';
import {
  findKnownVenueIds,
  findUnsentWithdrawals,
  returnToRequested,
  startSending,
  updateWithdrawalStatus,
  type Withdrawal,
  type WithdrawalStatus,
} from './withdrawalStore.ts';

export type SendContext = {
  readonly database: Database;
  readonly venue: Pick<VenueAccount, 'listWithdrawals'> & { readonly id: string };
  readonly withdrawalRelease: WithdrawalRelease;
  readonly log: Log;
};

/** For this long after the request, another process may still wait for the exchange's answer. */
const IN_FLIGHT_MS = 30_000;
/** If the exchange does not list a request for this long after its answer was lost, the withdrawal fails. */
const MAX_SEARCH_MS = 3_600_000;

/**
 * Makes the venue send requested withdrawals, once each, and determines their outcome. An unknown outcome is resolved only by
 * queries: nothing is sent again automatically.
 */
export async function sendWithdrawals(context: SendContext): Promise<void> {
  for (const withdrawal of await findUnsentWithdrawals(context.database, context.venue.id)) {
    try {
      await stages[withdrawal.status]?.(context, withdrawal);
    } catch (error) {
      context.log.error({ error, withdrawal: withdrawal.id }, 'a withdrawal could not be processed');
    }
  }
}

type Stage = (context: SendContext, withdrawal: Withdrawal) => Promise<void>;

const stages: Readonly<Partial<Record<WithdrawalStatus, Stage>>> = {
  requested: sendRequested,
  sending: resolveLostAnswer,
  taken: updateTakenWithdrawal,
};

async function sendRequested(context: SendContext, withdrawal: Withdrawal): Promise<void> {
  const { database, withdrawalRelease } = context;
  const { id } = withdrawal;
  const sent = await findEarlierSent(context, withdrawal);
  if (sent === undefined) return;
  if (!(await startSending(database, id))) return;
  if (sent.length > 0) return recordVenueWithdrawal(context, withdrawal, sent);
  const outcome = await withdrawalRelease.withdraw(id);
  if (outcome.kind === 'ok') {
    await updateWithdrawalStatus(database, id, 'sending', { status: 'taken', venueId: outcome.value.venueId });
    return;
  }
  if (outcome.kind === 'unavailable') return returnToRequested(database, id);
  if (outcome.kind === 'refused') await failWithdrawal(database, withdrawal, 'sending', formatRefusal(outcome));
}

/** Texts for the signer's refusals; a venue's refusal has its own text. */
const REFUSALS: Readonly<Record<WithdrawalRefusal, string>> = {
  not_signed: 'the signer found no valid signature for exactly this withdrawal, or the second approval is missing',
  address_not_allowed:
    'the signer found no approval of its address by two people who are still enrolled: run `allow-address` again',
  address_denied: 'its address is on a deny list',
  already_released: 'the signer has already released it: check at the exchange, and request it again',
};

function formatRefusal({ reason, detail }: { readonly reason: string; readonly detail?: string }): string {
  return Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason as WithdrawalRefusal] : (detail ?? reason);
}

/**
 * Determines from the exchange's list whether it has accepted a request whose answer was lost, and records the result:
 * accepted, ambiguous with an alert, or failed if the exchange still does not list it.
 */
async function resolveLostAnswer({ database, venue }: SendContext, withdrawal: Withdrawal): Promise<void> {
  const { sendingAt } = withdrawal;
  const waited = (await database.now()).getTime() - (sendingAt?.getTime() ?? 0);
  if (!sendingAt || waited < IN_FLIGHT_MS) return;
  const listing = await venue.listWithdrawals({ currency: withdrawal.currency, since: subtractClockSkew(sendingAt) });
  if (listing.kind !== 'ok') return;
  const found = findVenueCandidates(withdrawal, sendingAt, listing.value, await findKnownVenueIds(database, venue.id));
  if (found.length > 0) await recordVenueWithdrawal({ database }, withdrawal, found);
  else if (waited > MAX_SEARCH_MS)
    await failWithdrawal(database, withdrawal, 'sending', 'the exchange has no such withdrawal');
}

/** Records the withdrawal as accepted if the exchange lists exactly one candidate; raises an alert if it lists several. */
async function recordVenueWithdrawal(
  { database }: Pick<SendContext, 'database'>,
  withdrawal: Withdrawal,
  found: readonly VenueWithdrawal[],
): Promise<void> {
  const [only] = found;
  if (only && found.length === 1)
    await updateWithdrawalStatus(database, withdrawal.id, 'sending', { status: 'taken', venueId: only.withdrawalId });
  else
    await raiseWithdrawalAlert(
      database,
      withdrawal,
      'several',
      found.map(({ withdrawalId }) => withdrawalId).join(', '),
    );
}

/**
 * Returns the venue's withdrawals that may be this one although its status is `requested`: the database may have been restored
 * to an earlier moment. Undefined while the venue does not answer.
 */
async function findEarlierSent(
  { database, venue }: SendContext,
  withdrawal: Withdrawal,
): Promise<readonly VenueWithdrawal[] | undefined> {
  const { currency, requestedAt } = withdrawal;
  const listing = await venue.listWithdrawals({ currency, since: subtractClockSkew(requestedAt) });
  if (listing.kind !== 'ok') return undefined;
  return findVenueCandidates(withdrawal, requestedAt, listing.value, await findKnownVenueIds(database, venue.id));
}

async function updateTakenWithdrawal({ database, venue }: SendContext, withdrawal: Withdrawal): Promise<void> {
  const { id, currency, sendingAt, venueId } = withdrawal;
  if (!sendingAt) return;
  const listing = await venue.listWithdrawals({ currency, since: subtractClockSkew(sendingAt) });
  if (listing.kind !== 'ok') return;
  const one = listing.value.find(({ withdrawalId }) => withdrawalId === venueId);
  if (one?.status === 'failed')
    await failWithdrawal(database, withdrawal, 'taken', 'the exchange reports that it failed');
  if (one?.status === 'sent' && one.transactionId !== undefined)
    await updateWithdrawalStatus(database, id, 'taken', { status: 'sent', transactionId: one.transactionId });
}

async function failWithdrawal(
  database: Database,
  withdrawal: Withdrawal,
  from: WithdrawalStatus,
  why: string,
): Promise<void> {
  if (!(await updateWithdrawalStatus(database, withdrawal.id, from, { status: 'failed', result: why }))) return;
  await raiseWithdrawalAlert(database, withdrawal, 'failed', why);
}

function subtractClockSkew(at: Date): Date {
  return new Date(at.getTime() - MAX_CLOCK_SKEW_MS);
}
