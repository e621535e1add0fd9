import { parseSignedDecimal } from '@slipway/money/decimal.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { moveDecimal } from '../../ledger/posting.ts';
import type { Database } from '../../platform/database/database.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { assetAtVenue, keyOfMovement } from '../../treasury/venue/movementEntries.ts';
import { type StoredMovement, settleMovement, takeMovement } from '../../treasury/venue/movementStore.ts';
import { assetOfWithdrawal } from '../../treasury/withdrawal/withdrawalStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { type Accounts, auditBooking, entryKind, unknownKind } from './booking.ts';
import type { Write } from './clerkActs.ts';

/** What a movement of the account at the venue may be that was put aside. */
export const MOVEMENT_KINDS: Accounts = { 'venue-fee': 'expense:venue', interest: 'income:interest', owner: 'equity' };

/**
 * One that was put aside is what a person says. One that was booked as on its way may have come from the owner, or gone to
 * the owner: then nothing is on its way.
 */
export async function bookMovement(
  database: Database,
  request: OperatorRequest,
  { venue, id, kind, status }: StoredMovement,
): Promise<Write> {
  const { as = '' } = request.input;
  const account = Object.hasOwn(MOVEMENT_KINDS, as) ? MOVEMENT_KINDS[as] : undefined;
  if (!account) throw unknownKind(Object.keys(MOVEMENT_KINDS));
  if (status === 'posted' && kind === 'other') throw new CommandError(`movement ${id} was booked before`);
  if (status === 'posted' && as !== 'owner')
    throw new CommandError(`movement ${id} was booked: it can be --as owner alone`);
  const { catalog } = await readSettings(database);
  return async (transaction) => {
    const movement = await takeMovement(transaction, { venue, id }, status);
    if (!movement || status === 'new') throw new CommandError(`movement ${id} does not wait for anybody`);
    const asset = (await assetOfWithdrawal(transaction, movement)) ?? assetAtVenue(catalog, movement.currency);
    const amount = parseSignedDecimal(movement.amount);
    const entry =
      status === 'aside'
        ? {
            key: keyOfMovement(movement),
            postings: [
              ...moveDecimal(asset, amount, account, 'asset:venue'),
              ...moveDecimal(asset, parseSignedDecimal(movement.fee), 'asset:venue', 'expense:venue'),
            ],
          }
        : { key: `${keyOfMovement(movement)}:owner`, postings: moveDecimal(asset, amount, account, 'asset:transit') };
    await postEntry(transaction, { ...entry, kind: entryKind(as) }, null, await transactionTime(transaction));
    await settleMovement(transaction, movement, 'posted');
    const said = `${movement.amount} ${movement.currency}`;
    await auditBooking(request, transaction, `movement ${id} at ${venue}`, { as, amount: said });
    return `movement ${id} at ${venue} is booked as ${as}`;
  };
}
