import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { PayoutView } from '../../providers/chain/chainPort.ts';
import type { Delivery } from './currentDelivery.ts';
import type { DeliveryContext } from './preparePayout.ts';

/** The operator's factor is read to the thousandth. */
const FACTOR_SCALE = 1_000;

/** A chain that took far more than was expected, after bumps or a spike, is put before the operator. */
export async function alertHighFee(
  { rules }: Pick<DeliveryContext, 'rules'>,
  transaction: Transaction,
  { order, payout }: Delivery,
  { networkFee }: PayoutView,
): Promise<void> {
  const quoted = payout.quotedFee;
  if (!networkFee || !quoted) return;
  const limit = quoted.units * BigInt(Math.round(rules.networkFeeAlertFactor * FACTOR_SCALE));
  if (networkFee.units * BigInt(FACTOR_SCALE) <= limit) return;
  await raiseAlert(transaction, {
    key: `fee:${payout.id}`,
    orderId: order.id,
    kind: 'network_fee_high',
    facts: {
      orderNo: order.orderNo,
      quotedUnits: quoted.units.toString(),
      takenUnits: networkFee.units.toString(),
    },
  });
}
