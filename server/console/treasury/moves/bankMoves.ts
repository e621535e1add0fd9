import { formatAmount } from '@slipway/money/amount.ts';
import { CommandError } from '../../../action/commandError.ts';
import { createConfigurationReader } from '../../../configuration/createConfigurationReader.ts';
import { isOrderAboveLimit } from '../../../purchase/actions/orderThreshold.ts';
import { computeLostAmount } from '../../../purchase/order/order.ts';
import { findOrder } from '../../../purchase/order/orderStore.ts';
import { findEntry, type StoredEntry } from '../../../purchase/payment/bankEntryStore.ts';
import { findRecoveryObstacle } from '../../../purchase/payment/receipts/recoverLoss.ts';
import { findReceiptRefundObstacle } from '../../../purchase/refund/refundUnallocatedReceipt.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import { maskAccount, maskNameForRoles } from '../../personal/masks.ts';
import { formatAmountWithCode } from '../../presentAmount.ts';
import { buildAmountFact, buildTextFact, type MoveFormReader } from './move.ts';

/** Reads the form that returns a bank payment to its sender, or to a given account. */
export const readReturnMove: MoveFormReader = async (
  context,
  { entry: id = '', name = '', account = '' },
  { roles },
) => {
  const entry = await requireEntry(context, id);
  const creditor = { name: name.trim(), account: account.replaceAll(/\s/g, '') };
  const amount = `${formatAmount(entry.amount)} ${entry.amount.asset.code}`;
  if ((creditor.name === '') !== (creditor.account === ''))
    throw new CommandError('enter both the holder and the number of the other account');
  return {
    action: 'return',
    subject: entry.id,
    input: { amount, ...creditor },
    label: `Return ${formatAmountWithCode(entry.amount)}`,
    effect: 'The money is returned by bank transfer with the next bank file, and it can no longer be matched.',
    facts: [
      buildAmountFact('Returned amount', entry.amount),
      buildTextFact('Booked on', entry.bookedOn),
      creditor.account === ''
        ? buildTextFact(
            'To the sender',
            [maskNameForRoles(roles, entry.counterpartyName), maskAccount(entry.counterpartyAccount)].join(', '),
          )
        : buildTextFact('To', `${creditor.name}, ${creditor.account}`, 'warn'),
    ],
    problem: findReceiptRefundObstacle(entry, creditor),
    approvalNote: 'Returning funds always requires a second approval.',
  };
};

/** Reads the form that books a bank payment as recovery of an order's loss. */
export const readRecoverMove: MoveFormReader = async (context, { entry: id = '', order: orderNo = '' }) => {
  const { database } = context;
  const entry = await requireEntry(context, id);
  const number = orderNo.replaceAll(/\s/g, '').toUpperCase();
  if (number === '') throw new CommandError('enter the order whose loss it recovers');
  const order = await findOrder(database, number);
  if (!order) throw new CommandError(`there is no order ${number}`);
  const request = { action: 'recover', subject: order.orderNo, input: { entry: entry.id } } as const;
  const needsSecondApproval = await isOrderAboveLimit(
    { database, configured: createConfigurationReader(database) },
    request,
  );
  return {
    ...request,
    label: `Record ${formatAmountWithCode(entry.amount)} as a recovery`,
    effect: `The amount is booked to ${order.orderNo} and reduces its loss.`,
    facts: [
      buildAmountFact('Received', entry.amount),
      buildAmountFact('Loss on the order', computeLostAmount(order)),
      buildTextFact('Order status', order.status.replaceAll('_', ' ')),
    ],
    problem: findRecoveryObstacle(order, entry, await database.now()),
    approvalNote: needsSecondApproval
      ? 'The amount is above the limit: requires a second approval.'
      : 'The amount is within the limit: no second approval needed.',
  };
};

async function requireEntry({ database }: ConsoleContext, id: string): Promise<StoredEntry> {
  const entry = id === '' ? undefined : await findEntry(database, id);
  if (!entry) throw new CommandError(id === '' ? 'choose a booking' : `there is no booking ${id}`);
  return entry;
}
