import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import { isVouch, VOUCHES } from '../platform/persons/vouches.ts';
import { ordersPaidWith } from '../purchase/delivery/currentDelivery.ts';
import { findOrder, findOrderById } from '../purchase/order/orderStore.ts';
import { findEntry } from '../purchase/payment/bankEntryStore.ts';
import { findBankRefund } from '../purchase/refund/bankRefundStore.ts';
import { whyNotThisMany } from './actions/payoutActions.ts';
import { askAboutMoney, askAboutOrder } from './asking.ts';
import { boundOfRefund } from './boundOfRefund.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';

/** Words about money that goes another way than the order's own. */
export const moneyCommands = {
  match: {
    usage: 'match ENTRY ORDER',
    about: 'money that came without a reference of ours is this order’s',
    decides: 'asks',
    run: (context, [entry = '', orderNo = '']) => askAboutOrder(context, 'match', orderNo, { entry }),
  },
  return: {
    usage: 'return ENTRY [--name NAME --account IBAN]',
    about: 'sends money that is no order’s back where it came from, or to an account that is said; two people agree',
    decides: 'asks',
    async run(context, [id = '']) {
      const entry = await findEntry(context.database, id);
      if (!entry) throw new CommandError(`there is no booking ${id || 'ENTRY'}`);
      return askAboutMoney(context, 'return', id, { amount: said(entry.amount), ...creditorOf(context) });
    },
  },
  recover: {
    usage: 'recover ORDER ENTRY',
    about:
      'money that came pays back what was lost with an order: its buyer paid for a transfer or a dispute after all',
    decides: 'asks',
    run: (context, [orderNo = '', entry = '']) => askAboutOrder(context, 'recover', orderNo, { entry }),
  },
  'pay-to': {
    usage: 'pay-to REFUND --name NAME --account IBAN',
    about: 'where a refund by bank shall go that has no account, or that came back; two people agree',
    decides: 'asks',
    async run(context, [id = '']) {
      const creditor = requireCreditor(context);
      const refund = await findBankRefund(context.database, id);
      if (!refund) throw new CommandError(`there is no refund ${id || 'REFUND'} by bank`);
      const order = refund.orderId === null ? undefined : await findOrderById(context.database, refund.orderId);
      const bound = { ...boundOfRefund(refund), ...creditor };
      if (!order) return askAboutMoney(context, 'redirect', id, bound);
      return askAboutOrder(context, 'pay-to', order.orderNo, { refund: id, ...bound });
    },
  },
  'transfer-refused': {
    usage: 'transfer-refused REFUND --reason CODE',
    about: 'the bank says that it has not carried a refund out, though it was in a file for it; two people agree',
    decides: 'asks',
    async run(context, [id = '']) {
      const { reason = '' } = context.options;
      if (reason === '') throw new CommandError('say --reason: what the bank gave as one, such as AC04');
      return askAboutMoney(context, 'transfer-refused', id, { reason });
    },
  },
  'refund-by-bank': {
    usage: 'refund-by-bank ORDER --name NAME --account IBAN',
    about:
      'gives the money of a card order back by a transfer, where the acquirer could not: its card was closed; two people agree',
    decides: 'asks',
    run: async (context, [orderNo = '']) => askAboutOrder(context, 'refund-by-bank', orderNo, requireCreditor(context)),
  },
  vouch: {
    usage: `vouch ORDER ${VOUCHES.join(' | ')}`,
    about:
      'what the signer cannot see: paid, that its money is here; value, that it may send more than was paid for; again, that its payout has failed on the chain; refund, that its coins have not left; two people agree, for a day',
    decides: 'asks',
    async run(context, [orderNo = '', word = '']) {
      if (!isVouch(word)) throw new CommandError(`say one of ${VOUCHES.join(', ')}`);
      return askAboutOrder(context, 'vouch', orderNo, { for: word });
    },
  },
  'cancel-payout': {
    usage: 'cancel-payout ORDER [--orders COUNT]',
    about:
      'takes a payout back that no block has yet, with all orders that its transaction pays; hold the order first, or it is paid out again',
    decides: 'asks',
    async run(context, [orderNo = '']) {
      return askAboutOrder(context, 'cancel-payout', orderNo, { orders: await requireCount(context, orderNo) });
    },
  },
  'raise-fee': {
    usage: 'raise-fee ORDER',
    about: 'sends a payout again now with a higher fee, within the ceiling of its network',
    decides: 'asks',
    run: (context, [orderNo = '']) => askAboutOrder(context, 'raise-fee', orderNo, {}),
  },
} satisfies Readonly<Record<string, Command>>;

/** How many orders a cancellation concerns. Throws, and says which, unless it is one alone or their number was said. */
async function requireCount({ database, options }: CommandContext, orderNo: string): Promise<string> {
  const order = await findOrder(database, orderNo);
  const numbers = order ? await ordersPaidWith(database, order.id) : [];
  const { orders = '1' } = options;
  const why = whyNotThisMany(numbers, orders);
  if (why !== undefined) throw new CommandError(`${why}; say --orders ${numbers.length}`);
  return orders;
}

/** With its currency, as persons read what they sign: `25.00 EUR`. */
function said(amount: Amount): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}

type Creditor = { readonly name: string; readonly account: string };

function creditorOf({ options }: CommandContext): Creditor {
  return { name: options['name'] ?? '', account: (options['account'] ?? '').replaceAll(' ', '') };
}

function requireCreditor(context: CommandContext): Creditor {
  const creditor = creditorOf(context);
  if (creditor.name === '' || creditor.account === '') throw new CommandError('say --name and --account');
  return creditor;
}
