import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import {
  getPayMethodTraits,
  isWalletMethod,
  type MethodTraits,
  type PayMethod,
  type WalletMethod,
} from '@slipway/contract/entities/payMethods.ts';
import { type Amount, addAmounts, createAmount, createZeroAmount, subtractAmounts } from '@slipway/money/amount.ts';
import type { Account } from '../../ledger/account.ts';

/**
 * One purchase, as stored. Amounts carry the asset and decimals with which the order was created: later changes of the
 * catalog do not affect them. Amounts are in the pay currency unless noted otherwise.
 */
export type Order = {
  readonly id: number;
  readonly orderNo: string;
  readonly quoteId: string;
  /** The provider that fulfils the order. */
  readonly offerType: string;
  readonly buyerId: string | null;
  readonly country: string;
  readonly locale: string;
  readonly partnerId: string;

  readonly status: OrderStatus;
  readonly exception: 'none' | 'underpaid' | 'overpaid' | 'paid_late';
  readonly dispute: 'none' | 'warned' | 'open' | 'won' | 'lost';
  /** The state in which the order was held. During the hold, events without a row for `on_hold` change this state. */
  readonly heldFrom: OrderStatus | null;
  /** A hold was requested that takes effect at the next step, such as after the fill of a trade in progress. */
  readonly holdRequested: boolean;
  readonly reason: string | null;
  readonly eventSequence: number;

  readonly payMethod: PayMethod;
  readonly side: 'Pay' | 'Get';
  /** ISO 4217 code. */
  readonly payCurrency: string;
  /** The amount that the buyer has to pay. */
  readonly pay: Amount;
  /** The catalog's id. */
  readonly receiveCurrency: string;
  /** The amount that the buyer receives, in crypto. */
  readonly receive: Amount;
  readonly processingFee: Amount;
  readonly networkFee: Amount;
  readonly price: string;
  readonly referencePrice: string;
  readonly euroCents: bigint;
  /** The new crypto amount that the buyer is asked to agree to. */
  readonly requote: Amount | null;

  readonly network: string;
  readonly address: string;
  /** Seal of the order's terms (`orderSeal.ts`); null after erasure. */
  readonly seal: Buffer | null;
  readonly walletType: string;
  readonly exchangeName: string;
  readonly redirectUrl: string | null;
  /** The partner's reference, the page from which the buyer came, and the earlier order that this one follows; '' if absent. */
  readonly reference: string;
  readonly refererUrl: string;
  readonly refererOrder: string;
  /** The id of the partner's session in which it was created; '' without one. */
  readonly partnerSession: string;
  /** IP address from which the order was created. */
  readonly clientAddress: string;
  /** Identifies the order in a bank transfer (ISO 11649); null for other methods. */
  readonly transferReference: string | null;
  /** The partner's share of the buyer's payment, due at the delivery. */
  readonly partnerShare: Amount;

  readonly currentAttemptId: string | null;
  readonly triesLeft: number;
  readonly authorized: Amount;
  /** Captured by the acquirer. */
  readonly captured: Amount;
  /** Received by bank. */
  readonly received: Amount;
  /** Everything refunded, including the surplus. */
  readonly refunded: Amount;
  /** The received money above the price; it is always refunded. */
  readonly surplus: Amount;
  readonly surplusReturned: Amount;
  /** Withheld by the acquirer for open disputes. */
  readonly disputed: Amount;
  /** Recalled by the payer's bank or lost in a dispute, and not recovered. */
  readonly clawedBack: Amount;
  /** Payouts and refunds are blocked until the freeze is lifted, such as for a match with a sanctions list. */
  readonly frozen: boolean;
  readonly captureBefore: Date | null;
  readonly paymentDeadline: Date;
  readonly deadlineAt: Date | null;

  /** A live payout is signed: its bytes may reach the chain at any time. */
  readonly payoutSigned: boolean;
  readonly revertedPayouts: number;
  /** The chain can no longer reverse the payout. */
  readonly payoutFinal: boolean;

  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Returns whether another provider takes the money and sends the coins, so that we only follow the order's status. */
export function isFulfilledByProvider({ offerType }: Pick<Order, 'offerType'>): boolean {
  return offerType !== OWN_OFFER_TYPE;
}

export function getMethodTraits({ payMethod }: Pick<Order, 'payMethod'>): MethodTraits {
  return getPayMethodTraits(payMethod);
}

/** Returns whether the money arrives as a booking on the operator's account, instead of being authorized and captured. */
export function isPaidByBankTransfer(order: Pick<Order, 'payMethod'>): boolean {
  return getMethodTraits(order).money === 'received';
}

const moneyAccounts = { held: 'asset:acquirer', received: 'asset:bank' } as const satisfies Record<
  MethodTraits['money'],
  Account
>;

/** Returns the account that holds the buyer's money. */
export function getMoneyAccount(order: Pick<Order, 'payMethod'>): Account {
  return moneyAccounts[getMethodTraits(order).money];
}

/** Returns the wallet of an order's pay method; undefined for every other method. */
export function findWalletMethod({ payMethod }: Pick<Order, 'payMethod'>): WalletMethod | undefined {
  return isWalletMethod(payMethod) ? payMethod : undefined;
}

/** Returns an amount in minor units of the order's pay currency. */
export function toPayAmount(order: Pick<Order, 'pay'>, units: bigint): Amount {
  return createAmount(order.pay.asset, units);
}

type Taken = Pick<Order, 'captured' | 'received' | 'surplus'>;

/** Returns what was captured or received for the order, without the surplus. */
export function computeTakenAmount({ captured, received, surplus }: Taken): Amount {
  return subtractAmounts(addAmounts(captured, received), surplus);
}

type OrderMoney = Taken & Pick<Order, 'refunded' | 'surplusReturned' | 'disputed' | 'clawedBack'>;

/**
 * Returns what is owed to the buyer after refunds and losses, without the surplus. An open dispute is not deducted, as it may
 * still be won.
 */
export function computeUnsettledAmount(order: Omit<OrderMoney, 'disputed'>): Amount {
  const given = subtractAmounts(order.refunded, order.surplusReturned);
  return clampToZero(subtractAmounts(subtractAmounts(computeTakenAmount(order), given), order.clawedBack));
}

/**
 * Returns what is owed to the buyer if the order is given up, without the surplus: receipts less refunds, and less what
 * banks recalled or withhold. Never negative: what banks took beyond it is our loss, not the buyer's debt.
 */
export function computeOwedAmount(order: OrderMoney): Amount {
  return clampToZero(subtractAmounts(computeUnsettledAmount(order), order.disputed));
}

/**
 * Returns the final loss of an order: money that banks took back after the coins were sent, or that was refunded twice.
 * The surplus covers it first. Zero unless the order is delivered or refunded.
 */
export function computeLostAmount(order: OrderMoney & Pick<Order, 'status'>): Amount {
  const beyond = clampToZero(subtractAmounts(order.surplus, order.surplusReturned));
  const gone = subtractAmounts(order.clawedBack, beyond);
  if (order.status === 'delivered') return clampToZero(gone);
  if (order.status !== 'refunded') return createZeroAmount(gone.asset);
  const given = subtractAmounts(order.refunded, order.surplusReturned);
  return clampToZero(subtractAmounts(addAmounts(given, gone), computeTakenAmount(order)));
}

function clampToZero(amount: Amount): Amount {
  return amount.units < 0n ? createZeroAmount(amount.asset) : amount;
}

/** Returns whether the full price remains after refunds, losses and disputes: only then may the coins be sent. */
export function isFullAmountKept(order: OrderMoney & Pick<Order, 'pay'>): boolean {
  return computeOwedAmount(order).units >= order.pay.units;
}

/** States in which usually nothing is captured yet; {@link isPaid} returns whether money was captured early or received. */
export const UNCAPTURED = [
  'awaiting_payment',
  'authorizing',
  'awaiting_identity',
  'awaiting_consent',
  'capturing',
  'voiding',
] as const satisfies readonly OrderStatus[];

/** Returns whether any money was captured or received. */
export function isPaid({ captured, received }: Pick<Order, 'captured' | 'received'>): boolean {
  return captured.units > 0n || received.units > 0n;
}

/** The reason of a hold whose cause is a block of the buyer's account. It is shown to operators, never to the buyer. */
export const BLOCKED_REASON = 'buyer_blocked';
