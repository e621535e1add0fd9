import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { VenueAccount } from '../../providers/venue/venueAccount.ts';
import type { WithdrawalRefusal, WithdrawalRelease } from '../../providers/venue/withdrawalRelease.ts';
import { alertOfWithdrawal } from './alertOfWithdrawal.ts';
import { CLOCK_APART_MS, findSent } from './findSent.ts';
import {
  knownVenueIds,
  letGo,
  moveWithdrawal,
  takeBack,
  unsentWithdrawals,
  type Withdrawal,
  type WithdrawalStatus,
} from './withdrawalStore.ts';

export type SendContext = {
  readonly database: Database;
  readonly venue: Pick<VenueAccount, 'listWithdrawals'> & { readonly id: string };
  readonly withdrawalRelease: WithdrawalRelease;
  readonly log: Log;
};

/** Another process may still wait for the answer. */
const IN_FLIGHT_MS = 30_000;
/** So long the venue is asked about a request whose answer was lost, before it counts as never taken. */
const PATIENCE_MS = 3_600_000;

/**
 * Has the venue send what operators have asked for, once each, and finds out what became of it. An unknown outcome is settled
 * by asking alone: nothing is ever sent again by itself.
 */
export async function sendWithdrawals(context: SendContext): Promise<void> {
  for (const withdrawal of await unsentWithdrawals(context.database, context.venue.id)) {
    try {
      await stages[withdrawal.status]?.(context, withdrawal);
    } catch (error) {
      context.log.error({ error, withdrawal: withdrawal.id }, 'a withdrawal was not looked after');
    }
  }
}

type Stage = (context: SendContext, withdrawal: Withdrawal) => Promise<void>;

const stages: Readonly<Partial<Record<WithdrawalStatus, Stage>>> = { requested: send, sending: find, taken: follow };

async function send({ database, withdrawalRelease }: SendContext, withdrawal: Withdrawal): Promise<void> {
  const { id } = withdrawal;
  if (!(await letGo(database, id))) return;
  const outcome = await withdrawalRelease.withdraw(id);
  if (outcome.kind === 'ok') {
    await moveWithdrawal(database, id, 'sending', { status: 'taken', venueId: outcome.value.venueId });
    return;
  }
  if (outcome.kind === 'unavailable') return takeBack(database, id);
  if (outcome.kind === 'refused') await fail(database, withdrawal, 'sending', refusalOf(outcome));
}

/** What an operator reads of why the signer lets it not go; a venue says it itself. */
const REFUSALS: Readonly<Record<WithdrawalRefusal, string>> = {
  not_signed: 'the signer finds nobody who may and has signed it just so, or misses a second person',
  address_not_allowed: 'the signer finds no two persons, still enrolled, who allow its address: `allow-address` again',
  address_denied: 'its address is on a list of denied ones',
  released_already: 'the signer has let it go before: look at the venue, and ask anew',
};

function refusalOf({ reason, detail }: { readonly reason: string; readonly detail?: string }): string {
  return Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason as WithdrawalRefusal] : (detail ?? reason);
}

/** What became of a request whose answer nobody has. */
async function find({ database, venue }: SendContext, withdrawal: Withdrawal): Promise<void> {
  const { sendingAt } = withdrawal;
  const waited = (await database.now()).getTime() - (sendingAt?.getTime() ?? 0);
  if (!sendingAt || waited < IN_FLIGHT_MS) return;
  const told = await venue.listWithdrawals({ currency: withdrawal.currency, since: earlier(sendingAt) });
  if (told.kind !== 'ok') return;
  const found = findSent(withdrawal, told.value, await knownVenueIds(database, venue.id));
  const [only] = found;
  if (only && found.length === 1) {
    await moveWithdrawal(database, withdrawal.id, 'sending', { status: 'taken', venueId: only.withdrawalId });
  } else if (only) {
    await alertOfWithdrawal(database, withdrawal, 'several', found.map(({ withdrawalId }) => withdrawalId).join(', '));
  } else if (waited > PATIENCE_MS) {
    await fail(database, withdrawal, 'sending', 'the venue has no such withdrawal');
  }
}

async function follow({ database, venue }: SendContext, withdrawal: Withdrawal): Promise<void> {
  const { id, currency, sendingAt, venueId } = withdrawal;
  if (!sendingAt) return;
  const told = await venue.listWithdrawals({ currency, since: earlier(sendingAt) });
  if (told.kind !== 'ok') return;
  const one = told.value.find(({ withdrawalId }) => withdrawalId === venueId);
  if (one?.status === 'failed') await fail(database, withdrawal, 'taken', 'the venue has not sent it');
  if (one?.status === 'sent' && one.transactionId !== undefined)
    await moveWithdrawal(database, id, 'taken', { status: 'sent', transactionId: one.transactionId });
}

async function fail(database: Database, withdrawal: Withdrawal, from: WithdrawalStatus, why: string): Promise<void> {
  if (!(await moveWithdrawal(database, withdrawal.id, from, { status: 'failed', result: why }))) return;
  await alertOfWithdrawal(database, withdrawal, 'failed', why);
}

function earlier(at: Date): Date {
  return new Date(at.getTime() - CLOCK_APART_MS);
}
