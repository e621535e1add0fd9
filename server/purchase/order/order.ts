import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import {
  isWalletMethod,
  type MethodTraits,
  type PayMethod,
  traitsOf,
  type WalletMethod,
} from '@slipway/contract/entities/payMethods.ts';
import { type Amount, addAmounts, amountOf, subtractAmounts, zeroOf } from '@slipway/money/amount.ts';
import type { Account } from '../../ledger/account.ts';

/**
 * One purchase, as the database keeps it. Amounts carry the asset and its digits that the order was made with: what the
 * catalog says later does not change them. Without another word an amount is of the pay currency.
 */
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
  /** ISO 4217 code. */
  readonly payCurrency: string;
  /** What the buyer is asked for. */
  readonly pay: Amount;
  /** The catalog's id. */
  readonly receiveCurrency: string;
  /** What the buyer gets, of the crypto. */
  readonly receive: Amount;
  readonly processingFee: Amount;
  readonly networkFee: Amount;
  readonly price: string;
  readonly referencePrice: string;
  readonly euroCents: bigint;
  /** What the buyer is asked to agree to get instead, of the crypto. */
  readonly requote: Amount | null;

  readonly network: string;
  readonly address: string;
  /** Of what it promises (`orderSeal.ts`); null: made before there were seals. */
  readonly seal: Buffer | null;
  readonly walletType: string;
  readonly exchangeName: string;
  readonly redirectUrl: string | null;
  /** What the partner calls the purchase, where the buyer came from, the earlier order that this one follows; '' for none. */
  readonly reference: string;
  readonly refererUrl: string;
  readonly refererOrder: string;
  /** The id of the partner's session that it was made within; '' without one. */
  readonly partnerSession: string;
  /** IP address from which the order was made. */
  readonly clientAddress: string;
  /** By it a bank transfer finds its order (ISO 11649); null for other methods. */
  readonly transferReference: string | null;
  /** The partner's part of what the buyer pays, due at the delivery. */
  readonly partnerShare: Amount;

  readonly currentAttemptId: string | null;
  readonly triesLeft: number;
  readonly authorized: Amount;
  /** What the acquirer has taken for us. */
  readonly captured: Amount;
  /** What has come by bank. */
  readonly received: Amount;
  /** All that was given back, surplus included. */
  readonly refunded: Amount;
  /** Of what came by bank, the part that was not asked for: it goes back whatever becomes of the order. */
  readonly surplus: Amount;
  readonly surplusReturned: Amount;
  /** What the acquirer holds back for disputes that are open. */
  readonly disputed: Amount;
  /** What is gone for good: recalled by the payer's bank, or lost in a dispute. */
  readonly clawedBack: Amount;
  /** The buyer or the address is on a sanctions list: nothing is paid out and nothing goes back until it is not frozen. */
  readonly frozen: boolean;
  readonly captureBefore: Date | null;
  readonly paymentDeadline: Date;
  readonly deadlineAt: Date | null;

  /** A live payout has been signed: its bytes may reach the chain at any time. */
  readonly payoutSigned: boolean;
  readonly revertedPayouts: number;
  /** The chain will not take the payout back any more. */
  readonly payoutFinal: boolean;

  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Another provider takes the money and sends the coins: we only follow what it says. */
export function isProvidersOrder({ offerType }: Pick<Order, 'offerType'>): boolean {
  return offerType !== OWN_OFFER_TYPE;
}

export function methodOf({ payMethod }: Pick<Order, 'payMethod'>): MethodTraits {
  return traitsOf(payMethod);
}

/** Whether the money comes by itself, as a booking of the operator's account, instead of being authorized and captured. */
export function isReceived(order: Pick<Order, 'payMethod'>): boolean {
  return methodOf(order).money === 'received';
}

const moneyAccounts = { held: 'asset:acquirer', received: 'asset:bank' } as const satisfies Record<
  MethodTraits['money'],
  Account
>;

/** Where the buyer's money lies. */
export function moneyAccount(order: Pick<Order, 'payMethod'>): Account {
  return moneyAccounts[methodOf(order).money];
}

/** The wallet that an order is paid with, by the name of its method; undefined for every other method. */
export function walletOf({ payMethod }: Pick<Order, 'payMethod'>): WalletMethod | undefined {
  return isWalletMethod(payMethod) ? payMethod : undefined;
}

/** Minor units of the currency that the order is paid in. */
export function paidAmount(order: Pick<Order, 'pay'>, units: bigint): Amount {
  return amountOf(order.pay.asset, units);
}

type Taken = Pick<Order, 'captured' | 'received' | 'surplus'>;

/** What was taken for the order: captured or received, without what was not asked for. */
export function takenAmount({ captured, received, surplus }: Taken): Amount {
  return subtractAmounts(addAmounts(captured, received), surplus);
}

type Claims = Taken & Pick<Order, 'refunded' | 'surplusReturned' | 'disputed' | 'clawedBack'>;

/** What is owed to the buyer for all that has come and gone for good; a dispute that is open may still be won. */
export function unsettledAmount(order: Omit<Claims, 'disputed'>): Amount {
  const given = subtractAmounts(order.refunded, order.surplusReturned);
  return notBelowZero(subtractAmounts(subtractAmounts(takenAmount(order), given), order.clawedBack));
}

/**
 * What is still the buyer's when the order is given up, the surplus apart: receipts less what went back, less what banks
 * took back. Never below zero: what they took beyond it is our loss, not the buyer's debt.
 */
export function owedAmount(order: Claims): Amount {
  return notBelowZero(subtractAmounts(unsettledAmount(order), order.disputed));
}

/**
 * What was lost with an order for good: money that banks took back after the coins were out, or that went back twice. What
 * came beyond the price bears it first.
 */
export function lostAmount(order: Claims & Pick<Order, 'status'>): Amount {
  const beyond = notBelowZero(subtractAmounts(order.surplus, order.surplusReturned));
  const gone = subtractAmounts(order.clawedBack, beyond);
  if (order.status === 'delivered') return notBelowZero(gone);
  if (order.status !== 'refunded') return zeroOf(gone.asset);
  const given = subtractAmounts(order.refunded, order.surplusReturned);
  return notBelowZero(subtractAmounts(addAmounts(given, gone), takenAmount(order)));
}

function notBelowZero(amount: Amount): Amount {
  return amount.units < 0n ? zeroOf(amount.asset) : amount;
}

/** Whether all that was asked for is still here: only then may the coins go out. */
export function isKeptInFull(order: Claims & Pick<Order, 'pay'>): boolean {
  return owedAmount(order).units >= order.pay.units;
}

/** States in which nothing has been taken yet, so that a hold can still be let go. */
export const UNCAPTURED = [
  'awaiting_payment',
  'authorizing',
  'awaiting_identity',
  'awaiting_consent',
  'capturing',
  'voiding',
] as const satisfies readonly OrderStatus[];

export function isPaid({ captured, received }: Pick<Order, 'captured' | 'received'>): boolean {
  return captured.units > 0n || received.units > 0n;
}

/** Of a hold, that its buyer's account may not buy: for those who operate, and never told to the buyer. */
export const BLOCKED_REASON = 'buyer_blocked';
