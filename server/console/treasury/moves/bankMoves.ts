import { formatAmount } from '@slipway/money/amount.ts';
import { readOnce } from '../../../configuration/readOnce.ts';
import { orderTakesTwo } from '../../../operator/bars/orderBar.ts';
import { CommandError } from '../../../operator/commandError.ts';
import { lostAmount } from '../../../purchase/order/order.ts';
import { findOrder } from '../../../purchase/order/orderStore.ts';
import { findEntry, type StoredEntry } from '../../../purchase/payment/bankEntryStore.ts';
import { whyNotRecovered } from '../../../purchase/payment/recoverLoss.ts';
import { whyNotReturned } from '../../../purchase/refund/returnEntry.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import { maskedAccount, nameFor } from '../../personal/masks.ts';
import { saidSum } from '../../shownSum.ts';
import { type ReadMove, sumFact, textFact } from './move.ts';

/** Money at the bank that goes back where it came from, or to an account that is said. */
export const returnMove: ReadMove = async (context, { entry: id = '', name = '', account = '' }, { roles }) => {
  const entry = await requireEntry(context, id);
  const creditor = { name: name.trim(), account: account.replaceAll(/\s/g, '') };
  const amount = `${formatAmount(entry.amount)} ${entry.amount.asset.code}`;
  if ((creditor.name === '') !== (creditor.account === ''))
    throw new CommandError('another account is named whole: its holder and its number');
  return {
    action: 'return',
    subject: entry.id,
    input: { amount, ...creditor },
    label: `Send ${saidSum(entry.amount)} back`,
    effect: 'It goes by a transfer with the next file for the bank, and no order can have it any more.',
    facts: [
      sumFact('Goes back', entry.amount),
      textFact('Booked on', entry.bookedOn),
      creditor.account === ''
        ? textFact(
            'To whom it came from',
            [nameFor(roles, entry.counterpartyName), maskedAccount(entry.counterpartyAccount)].join(', '),
          )
        : textFact('To', `${creditor.name}, ${creditor.account}`, 'warn'),
    ],
    against: whyNotReturned(entry, creditor),
    whyTwo: 'To whom money goes is always for two persons.',
  };
};

/** Money at the bank that pays back what was lost with an order. */
export const recoverMove: ReadMove = async (context, { entry: id = '', order: orderNo = '' }, person) => {
  const { database } = context;
  const entry = await requireEntry(context, id);
  const number = orderNo.replaceAll(/\s/g, '').toUpperCase();
  if (number === '') throw new CommandError('say which order it pays back');
  const order = await findOrder(database, number);
  if (!order) throw new CommandError(`there is no order ${number}`);
  const wish = { action: 'recover', subject: order.orderNo, input: { entry: entry.id } } as const;
  const takesTwo = await orderTakesTwo(
    { database, configured: readOnce(database) },
    { ...wish, who: person.name, why: '' },
  );
  return {
    ...wish,
    label: `${saidSum(entry.amount)} pay back the loss`,
    effect: `They are money of ${order.orderNo} then, whose loss is less by them.`,
    facts: [
      sumFact('Came', entry.amount),
      sumFact('Lost with the order', lostAmount(order)),
      textFact('The order is', order.status.replaceAll('_', ' ')),
    ],
    against: whyNotRecovered(order, entry, await database.now()),
    whyTwo: takesTwo ? 'It is worth more than one person decides alone.' : 'One person decides so little alone.',
  };
};

async function requireEntry({ database }: ConsoleContext, id: string): Promise<StoredEntry> {
  const entry = id === '' ? undefined : await findEntry(database, id);
  if (!entry) throw new CommandError(id === '' ? 'choose a booking' : `there is no booking ${id}`);
  return entry;
}
