import type { Transaction } from '../../platform/database/database.ts';
import type { SignedPayout } from '../../providers/chain/chainPort.ts';
import { BITCOIN, exampleOrder } from '../order/orderArbitraries.testing.ts';
import { insertPayouts } from './payoutStore.ts';

/** Stores the payout of an order like {@link exampleOrder}, signed and not sent. */
export function storePayout(
  transaction: Transaction,
  { id, orderId }: { readonly id: string; readonly orderId: number },
  signed: SignedPayout,
): Promise<void> {
  return insertPayouts(
    transaction,
    [
      {
        id,
        orderId,
        network: 'bip122:000000000019d6689c085ae165831e93',
        fromAddress: 'bc1qtreasury',
        toAddress: exampleOrder.address,
        amount: exampleOrder.receive,
        nativeAsset: BITCOIN,
        quotedFeeUnits: 900n,
      },
    ],
    { kind: 'bitcoin' },
    { held: [] },
    signed,
  );
}
