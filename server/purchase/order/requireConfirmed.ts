import { requireProved } from '../../account/requireProved.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { OrderOwner } from './acceptSubmission.ts';
import { readAddressHistory } from './newAddressStore.ts';

/**
 * Coins of some worth for an address to which the account has sent none before are ordered by the buyer, and not by whoever
 * holds their session. Throws `confirmation_needed`. Small orders of a day count together; guests have no session to lose.
 */
export async function requireConfirmed(
  { database, rules }: { readonly database: Queryable; readonly rules: Rules },
  { buyerId, isProved }: Pick<OrderOwner, 'buyerId' | 'isProved'>,
  { worth, address }: { readonly worth: bigint; readonly address: string },
): Promise<void> {
  if (buyerId === null || isProved !== false) return;
  const { isKnown, dayEuroCents } = await readAddressHistory(database, buyerId, address);
  if (!isKnown && dayEuroCents + worth > rules.confirmationAboveEuroCents) requireProved({ isProved });
}
