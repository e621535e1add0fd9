import { queueMail } from '../../notification/mailOutboxStore.ts';
import { buildAccountDeletedMail } from '../../notification/mailTexts.ts';
import type { MailTranslationSource } from '../../notification/mailTranslations.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller, Session } from '../../platform/http/handlers.ts';
import { randomToken } from '../../platform/secrets.ts';
import { lockOpenBuyer } from '../buyerStore.ts';
import { redeemCode } from '../login/redeemCode.ts';
import { requireRecentProof } from '../sessions/requireRecentProof.ts';
import {
  closeBuyer,
  countOpenOrders,
  eraseAccess,
  eraseBuyer,
  eraseConveniences,
  eraseEmailRecords,
  findRetentionEnd,
  hasPaid,
} from './erasureStore.ts';

export type DeleteAccountContext = {
  readonly database: Database;
  readonly operatorName: string;
  readonly mailTranslations: MailTranslationSource;
};

/**
 * Closes the account, erases what need not be kept, and confirms it by email. Needs a code or a recent proof, and no open
 * orders. Returns the ISO date on which the rest is erased, or null if nothing of the buyer is left after an hour at most.
 *
 * - Erased at once, for every account: sessions, passkeys, known browsers, login codes, the access log, saved cards (a
 *   worker has the acquirer delete them), saved addresses, the billing address and sent emails.
 * - Erased at once from orders that took no money: the buyer, the wallet address with its declared details, the IP
 *   address, the redirect address, the card's details and the facts of risk decisions.
 * - Erased at once if no order took money, otherwise five years after the last change of such an order: name, date of
 *   birth, citizenship, city, phone and purpose, the identity check, the email address and the account itself. At that
 *   time the account's orders lose the data listed above, and bank entries and refunds lose the names and accounts of
 *   payers.
 * - Never erased: amounts, states, events, ledger entries and payouts of orders, which contain no names, and the audit
 *   trail.
 *
 * An account under a legal hold is closed and loses only sessions, passkeys, known browsers and cards; all other data is
 * kept. The result is the same, because the buyer must not learn of the hold.
 */
export async function deleteAccount(
  { database, operatorName, mailTranslations }: DeleteAccountContext,
  code: string | undefined,
  caller: Caller & { readonly session: Session },
): Promise<string | null> {
  const { buyerId, email } = caller.session;
  await refuseOpenOrders(database, buyerId);
  if (code === undefined) requireRecentProof(caller.session);
  else await redeemCode(database, { email, code }, caller.cookies);
  return database.repeatableTransaction(async (transaction) => {
    const buyer = await lockOpenBuyer(transaction, buyerId);
    if (!buyer) throw new AppError('invalid_auth_token');
    // The buyer is locked, so that no order can be created meanwhile.
    await refuseOpenOrders(transaction, buyerId);

    const { isUnderLegalHold } = buyer;
    const eraseAfter = await findRetentionEnd(transaction, buyerId);
    await eraseAccess(transaction, buyerId);
    if (!isUnderLegalHold) {
      await eraseEmailRecords(transaction, email);
      await eraseConveniences(transaction, buyerId);
    }
    // If orders have bank entries or refunds, the worker erases the account with the payers' names.
    if (isUnderLegalHold || eraseAfter || (await hasPaid(transaction, buyerId)))
      await closeBuyer(transaction, buyerId, eraseAfter);
    else await eraseBuyer(transaction, buyerId);

    const keptUntil = eraseAfter && eraseAfter.toISOString().slice(0, 10);
    await queueMail(transaction, {
      id: `deleted:${randomToken()}`,
      recipient: email,
      ...buildAccountDeletedMail(mailTranslations(buyer.locale), operatorName, keptUntil),
    });
    return keptUntil;
  });
}

async function refuseOpenOrders(database: Queryable, buyerId: string): Promise<void> {
  const count = await countOpenOrders(database, buyerId);
  if (count > 0) throw new AppError('orders_open', { count });
}
