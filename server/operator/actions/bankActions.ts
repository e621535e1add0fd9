import { settleAlertOf } from '../../notification/alertStore.ts';
import { isVouch, VOUCHES } from '../../platform/persons/vouches.ts';
import { allocateTo } from '../../purchase/payment/allocateReceipts.ts';
import { findEntry } from '../../purchase/payment/bankEntryStore.ts';
import { whyNotMatched } from '../../purchase/payment/matchRules.ts';
import { recoverLoss } from '../../purchase/payment/recoverLoss.ts';
import { redirectRefund } from '../../purchase/refund/redirectRefund.ts';
import { refundByBank } from '../../purchase/refund/refundByBank.ts';
import { inOneTransaction, record, refusedAs } from '../decide.ts';
import type { OrderAction } from '../requestActions.ts';
import { type OperatorRequest, takeRequest } from '../requestStore.ts';
import type { OnOrder } from './actions.ts';

/** Words about money on the operator's account that is, or becomes, an order's. */
export const bankActions = {
  async match(context, request, order) {
    const entry = await findEntry(context.database, request.input['entry'] ?? '');
    const why = whyNotMatched(order, entry);
    if (!entry || why !== undefined) return refusedAs(why ?? 'there is no such money that waits');
    const done = { status: 'done', result: 'the money is the order’s' } as const;
    const allocated = await allocateTo(context, entry, order, 'unallocated', {
      mayBe: async (transaction) => (await takeRequest(transaction, request.id)) !== undefined,
      async write(transaction) {
        await settleAlertOf(transaction, `bank:${entry.id}`, request.who);
        await record(transaction, request, done, order.status);
      },
    });
    return allocated === 'later' ? 'later' : done;
  },

  'pay-to': (context, request) =>
    inOneTransaction(context, request, async (transaction) => {
      const creditor = creditorOf(request);
      const redirected = await redirectRefund(transaction, request.input['refund'] ?? '', creditor);
      return redirected.kind === 'refused' ? redirected : sentTo(redirected.refundId, creditor);
    }),

  /** Kept with its signatures, where the signer looks for it. */
  vouch: (context, request) =>
    inOneTransaction(context, request, async () =>
      isVouch(request.input['for'])
        ? { result: 'the signer goes by it for a day' }
        : { kind: 'refused', why: `the signer asks for ${VOUCHES.join(', ')}, and for nothing else` },
    ),

  recover: (context, request, order) =>
    inOneTransaction(context, request, async (transaction) => {
      const { entry = '' } = request.input;
      const recovered = await recoverLoss(context.machine, transaction, entry, order.id);
      if (recovered.kind === 'refused') return recovered;
      await settleAlertOf(transaction, `bank:${entry}`, request.who);
      return { result: `${recovered.amount} of the loss are back` };
    }),

  'refund-by-bank': (context, request, order) => {
    if (!context.catalog.transferAccounts.has(order.payCurrency))
      return Promise.resolve(refusedAs(`there is no account of yours to send ${order.payCurrency} from`));
    return inOneTransaction(context, request, async (transaction) => {
      const creditor = creditorOf(request);
      const refunded = await refundByBank(context.machine, transaction, order.id, creditor, `operator:${request.id}`);
      return refunded.kind === 'refused' ? refunded : sentTo(refunded.refundId, creditor);
    });
  },
} satisfies Readonly<Partial<Record<OrderAction, OnOrder>>>;

type Creditor = { readonly name: string; readonly account: string };

export function creditorOf({ input }: OperatorRequest): Creditor {
  return { name: input['name'] ?? '', account: input['account'] ?? '' };
}

function sentTo(refundId: string, { name, account }: Creditor): { readonly result: string } {
  return { result: `refund ${refundId} goes to ${name}, ${account}` };
}
