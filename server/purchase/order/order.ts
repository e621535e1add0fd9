import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';

/** One purchase, as the database keeps it. Units are minor units of the pay currency or of the crypto. */
export type Order = {
  readonly id: number;
  readonly orderNo: string;
  readonly quoteId: string;
  readonly offerType: string;
  readonly buyerId: string | null;
  readonly country: string;
  readonly locale: string;
  readonly partnerId: string;

  readonly status: OrderStatus;
  readonly exception: 'none' | 'underpaid' | 'overpaid' | 'paid_late';
  readonly dispute: 'none' | 'warned' | 'open' | 'won' | 'lost';
  /** Where a held order stopped; facts that arrive meanwhile move this instead of the status. */
  readonly heldFrom: OrderStatus | null;
  /** A hold was asked for while a trade was under way: it takes effect at the fill. */
  readonly holdRequested: boolean;
  readonly reason: string | null;
  readonly eventSequence: number;

  readonly payMethod: PayMethod;
  readonly side: 'Pay' | 'Get';
  readonly payCurrency: string;
  readonly payUnits: bigint;
  readonly receiveCurrency: string;
  readonly receiveUnits: bigint;
  readonly processingFeeUnits: bigint;
  readonly networkFeeUnits: bigint;
  readonly price: string;
  readonly referencePrice: string;
  readonly euroCents: bigint;
  readonly requoteUnits: bigint | null;

  readonly network: string;
  readonly address: string;
  readonly addressMac: Buffer;
  readonly walletType: string;
  readonly exchangeName: string;
  readonly redirectUrl: string | null;
  /** IP address of whoever made the order. */
  readonly clientAddress: string;
  /** By it a bank transfer finds its order (ISO 11649); null for other methods. */
  readonly transferReference: string | null;
  /** The partner's part of what the buyer pays, due at the delivery. */
  readonly partnerShareUnits: bigint;

  readonly currentAttemptId: string | null;
  readonly triesLeft: number;
  readonly authorizedUnits: bigint;
  readonly capturedUnits: bigint;
  readonly receivedUnits: bigint;
  /** All that was given back, surplus included. */
  readonly refundedUnits: bigint;
  /** Of what came by bank, the part that was not asked for: it goes back whatever becomes of the order. */
  readonly surplusUnits: bigint;
  readonly surplusReturnedUnits: bigint;
  readonly captureBefore: Date | null;
  readonly paymentDeadline: Date;
  readonly deadlineAt: Date | null;

  /** A live payout has been signed: its bytes may reach the chain at any time. */
  readonly payoutSigned: boolean;
  readonly revertedPayouts: number;

  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export function isBankTransfer(order: Order): boolean {
  return order.payMethod === 'bank_transfer';
}

/** The wallet that an order is paid with; undefined for every other method. */
export function walletOf({ payMethod }: Pick<Order, 'payMethod'>): 'apple_pay' | 'google_pay' | undefined {
  return payMethod === 'apple_pay' || payMethod === 'google_pay' ? payMethod : undefined;
}

/** What is still owed to the buyer when the order is given up, the surplus apart. */
export function owedUnits(order: Order): bigint {
  const taken = order.capturedUnits + order.receivedUnits - order.surplusUnits;
  return taken - (order.refundedUnits - order.surplusReturnedUnits);
}
