import type { ActionRequest } from '../../../action/action.ts';
import { createRefusal, endRequest } from '../../../action/requests/requestOutcome.ts';
import { type Outcome, ok } from '../../../providers/outcome.ts';
import { type Delivery, findBatchOrders, findDelivery } from '../../delivery/currentDelivery.ts';
import { fetchFormViews, isMined } from '../../delivery/forms/formViews.ts';
import type { ReplacementRefusal } from '../../delivery/forms/replacePayout.ts';
import { hasFormForRequest } from '../../delivery/payoutFormStore.ts';
import type { DeliveryContext } from '../../delivery/preparation/preparePayout.ts';
import { createOrderExecutor } from './createOrderExecutor.ts';

/** Texts for an operator, by the reason why a payout cannot be replaced. */
const refusals: Readonly<Record<ReplacementRefusal, string>> = {
  settled: 'it is already in a block, or can no longer be mined: there is nothing to replace',
  overtaken: 'another transaction for this payout was signed a moment ago: check again',
  spent_elsewhere:
    'another transaction has spent its nonce or input: the payout is created again once that transaction is final',
  invalid: "the node rejects the bytes: see the node's message in the journal",
  fee_too_low: 'the node rejects the fee as too low: try again with a node that accepts lower fees',
  too_soon: 'its newest transaction was sent a moment ago: try again later',
  change_spent: 'a later payout spends its change: bump that one, it pays for both',
  fee_ceiling: 'the network fee is above its ceiling: `set network … maximumFee=…` raises the ceiling',
  funds_short: 'the treasury is short of the coin for network fees',
  earlier_payout_pending: 'an earlier payout of the same address has to be mined first',
  not_cleared: 'an order that it pays may no longer be paid out: check its terms, payment and screening with `show`',
  cannot_bump: 'this payout cannot be replaced on its network',
};

/**
 * Returns why the signed number of orders is wrong; undefined if it is right. The person signs the number because a
 * cancellation affects all orders of the transaction.
 */
export function findOrderCountProblem(numbers: readonly string[], statedCount: string): string | undefined {
  if (numbers.length === 0 || statedCount === String(numbers.length)) return undefined;
  return numbers.length === 1
    ? `its transaction pays only ${numbers.join('')}`
    : `its transaction pays ${numbers.length} orders, and all of their payouts are cancelled: ${numbers.join(', ')}`;
}

type PayoutActionOutcome = Outcome<void, ReplacementRefusal> | { readonly kind: 'miscounted'; readonly why: string };

/**
 * Returns an executor that signs once per request. If a form for the request already exists (a worker has crashed, another
 * worker is faster, or the node did not answer), it sends the newest form again without another fee bump, unless one of the
 * payout's forms is mined. `describe` returns the result from the text of {@link formatBatchOrders}.
 */
export function createPayoutExecutor<Request extends ActionRequest>(
  act: (context: DeliveryContext, delivery: Delivery, request: Request) => Promise<PayoutActionOutcome>,
  describe: (batchSuffix: string) => string,
) {
  return createOrderExecutor<Request>(async (context, request, order) => {
    const isSigned = () => hasFormForRequest(context.database, request.id);
    const signedBefore = await isSigned();
    const delivery = await findDelivery(context, order);
    if (!delivery && !signedBefore) return createRefusal('it has no payout in progress');
    const acted: PayoutActionOutcome = delivery
      ? await (signedBefore ? sendNewest(context, delivery) : act(context, delivery, request))
      : ok(undefined);
    // The refusal may be due to another worker, which has signed for the same request meanwhile.
    if (acted.kind === 'refused' && !signedBefore && (await isSigned())) return 'later';
    if (acted.kind === 'miscounted') return createRefusal(acted.why);
    if (acted.kind === 'refused') return createRefusal(refusals[acted.reason]);
    if (acted.kind !== 'ok') return 'later';
    const result = describe(delivery ? await formatBatchOrders(context, delivery) : '');
    return endRequest(context, request, { status: 'done', result }, order.status);
  });
}

/** Sends the newest form again, unless a form is mined. */
async function sendNewest(context: DeliveryContext, delivery: Delivery): Promise<PayoutActionOutcome> {
  const views = await fetchFormViews(context, delivery);
  if (views.kind !== 'ok') return views;
  return views.value.some(isMined) ? ok(undefined) : delivery.chain.broadcastPayout(delivery.variants[0]);
}

/** Returns ` for the 3 orders of its transaction, …`; empty for a single order. */
async function formatBatchOrders({ database }: Pick<DeliveryContext, 'database'>, delivery: Delivery): Promise<string> {
  if (delivery.batch.length === 1) return '';
  const numbers = (await findBatchOrders(database, delivery)).map(({ orderNo }) => orderNo);
  return ` for the ${numbers.length} orders of its transaction, ${numbers.join(', ')}`;
}
