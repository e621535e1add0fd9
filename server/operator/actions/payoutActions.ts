import { type Outcome, ok } from '../../providers/outcome.ts';
import { cancelPayout } from '../../purchase/delivery/cancelPayout.ts';
import { type Delivery, findDelivery, ordersOf } from '../../purchase/delivery/currentDelivery.ts';
import { wasSignedFor } from '../../purchase/delivery/payoutVariantStore.ts';
import type { DeliveryContext } from '../../purchase/delivery/preparePayout.ts';
import { type ReplacementRefusal, replacePayout } from '../../purchase/delivery/replacePayout.ts';
import { isMined, lookAtAll } from '../../purchase/delivery/sights.ts';
import { refusedAs, settle } from '../decide.ts';
import type { OrderAction } from '../requestActions.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { OnOrder } from './actions.ts';

/** Words about a payout that is signed and in no block. */
export const payoutActions = {
  'cancel-payout': onPayout(
    async (context, delivery, { id, input }) => {
      const numbers = (await ordersOf(context.database, delivery)).map(({ orderNo }) => orderNo);
      const why = whyNotThisMany(numbers, input['orders'] ?? '1');
      return why === undefined ? cancelPayout(context, delivery, id) : { kind: 'miscounted', why };
    },
    (paid) => `a cancellation is sent${paid}: whichever is mined decides, and each order goes on from there`,
  ),
  'raise-fee': onPayout(
    (context, delivery, { id }) => replacePayout(context, delivery, 'asked', id),
    (paid) => `it is sent again with a higher fee${paid}`,
  ),
} satisfies Readonly<Partial<Record<OrderAction, OnOrder>>>;

/** What an operator reads where it cannot be done. */
const refusals: Readonly<Record<ReplacementRefusal, string>> = {
  settled: 'a block has it already, or none can have it any more: nothing is left to replace',
  overtaken: 'another form of it was signed this moment: look again',
  spent_elsewhere: 'another transaction has spent what it claims: it is made anew once that is final',
  invalid: 'the node refuses the bytes: look at its words in the journal',
  fee_too_low: 'the node refuses the fee as too low: try again with a node that has room',
  too_soon: 'the newest form was sent a moment ago',
  change_spent: 'a later payout spends its change: raise that one, it pays for both',
  fee_ceiling: 'the network asks more than its ceiling: `set network … maximumFee=…` raises it',
  funds_short: 'the treasury has too little of the coin in which fees are paid',
  not_first: 'an earlier payout of the same address has to be mined first',
  not_cleared: 'an order that it pays would not be paid out today: see `show` for its seal, its money and the lists',
  cannot_bump: 'this payout cannot be replaced on its network',
};

/** Why not so many orders are taken back as was signed: all that the transaction pays are, and nobody signs for others unseen. */
export function whyNotThisMany(numbers: readonly string[], said: string): string | undefined {
  if (numbers.length === 0 || said === String(numbers.length)) return undefined;
  return numbers.length === 1
    ? `its transaction pays ${numbers.join('')} alone`
    : `its transaction pays ${numbers.length} orders, all of them are taken back: ${numbers.join(', ')}`;
}

type Acted = Outcome<void, ReplacementRefusal> | { readonly kind: 'miscounted'; readonly why: string };

/**
 * Signs once for each request: where a form of it is there, by a worker that ended in the midst of it or one beside this, or
 * because the node gave no answer, what is newest is sent again and no fee rises further.
 */
function onPayout(
  act: (context: DeliveryContext, delivery: Delivery, request: OperatorRequest) => Promise<Acted>,
  say: (paid: string) => string,
): OnOrder {
  return async (context, request, order) => {
    const isSigned = () => wasSignedFor(context.database, request.id);
    const signedBefore = await isSigned();
    const delivery = await findDelivery(context, order);
    if (!delivery && !signedBefore) return refusedAs('no payout of it is under way');
    const acted: Acted = delivery
      ? await (signedBefore ? sendNewest(context, delivery) : act(context, delivery, request))
      : ok(undefined);
    // Refused since another worker has signed for the same request.
    if (acted.kind === 'refused' && !signedBefore && (await isSigned())) return 'later';
    if (acted.kind === 'miscounted') return refusedAs(acted.why);
    if (acted.kind === 'refused') return refusedAs(refusals[acted.reason]);
    if (acted.kind !== 'ok') return 'later';
    const result = say(delivery ? await saysWhomItPays(context, delivery) : '');
    return settle(context, request, { status: 'done', result }, order.status);
  };
}

async function sendNewest(context: DeliveryContext, delivery: Delivery): Promise<Acted> {
  const seen = await lookAtAll(context, delivery);
  if (seen.kind !== 'ok') return seen;
  return seen.value.some(isMined) ? ok(undefined) : delivery.chain.broadcastPayout(delivery.variants[0]);
}

/** ` for the 3 orders of its transaction, …`; nothing for one alone. */
async function saysWhomItPays({ database }: Pick<DeliveryContext, 'database'>, delivery: Delivery): Promise<string> {
  if (delivery.batch.length === 1) return '';
  const numbers = (await ordersOf(database, delivery)).map(({ orderNo }) => orderNo);
  return ` for the ${numbers.length} orders of its transaction, ${numbers.join(', ')}`;
}
