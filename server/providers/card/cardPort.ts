import type { Amount } from '@slipway/money/amount.ts';
import type { Outcome } from '../outcome.ts';
import type { WebhookVerifier } from '../webhook.ts';
import type { BalancePage, BalanceRequest } from './balanceLine.ts';

/** Why an acquirer says no. The buyer's next step depends on it, so the vendor's codes are mapped one by one. */
export type CardRefusal =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_details'
  | 'authentication_failed'
  | 'try_again_later'
  | 'already_captured'
  | 'already_voided'
  | 'authorization_expired'
  | 'exceeds_captured'
  | 'invalid_request';

export type CardPaymentStatus =
  /** The buyer must act, e.g. 3-D Secure: the browser shows the acquirer's next action. */
  'requires_action' | 'processing' | 'authorized' | 'captured' | 'voided' | 'declined';

/** The payment method whose wallet hands a card over. Which of them an acquirer takes stands in its manifest. */
export type Wallet = string;

export type CardDetails = {
  /** The acquirer's id of the payment method; never shown to a browser. */
  readonly paymentMethodId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  /** The same physical card has the same fingerprint within one acquirer account. */
  readonly fingerprint: string;
  /** ISO 3166 code of the country of the bank that issued it, where the acquirer says it. */
  readonly country?: string;
  /** It came out of a wallet: good for this payment, never kept. `other`: of one that is no payment method here. */
  readonly wallet?: Wallet;
};

export type CardPayment = {
  readonly paymentId: string;
  /** Ours, sent along when authorizing and given back with every answer. */
  readonly orderNo: string;
  readonly attemptId: string;
  readonly status: CardPaymentStatus;
  readonly amount: Amount;
  readonly capturedAmount: Amount;
  /** What of that has been given back, refunds under way included; absent where nothing was taken. */
  readonly refundedAmount?: Amount;
  /** When an uncaptured hold lapses; the acquirer's own word. */
  readonly captureBefore?: Date;
  readonly card?: CardDetails;
  readonly customerId?: string;
  /** Why the last try was declined. */
  readonly refusal?: CardRefusal;
  /** Lets the browser show the next action; not a secret that could move money by itself. */
  readonly clientSecret?: string;
  /** What the acquirer keeps of a captured payment, once it says so. */
  readonly acquirerFee?: Amount;
};

export type CardRefund = {
  /** The acquirer's. */
  readonly refundId: string;
  /** Empty when it is of nothing that was ever authorized through us. */
  readonly paymentId: string;
  /** Ours, sent along when it was asked for; empty when it was made in the acquirer's dashboard. */
  readonly reference: string;
  readonly orderNo: string;
  readonly amount: Amount;
  readonly status: 'pending' | 'settled' | 'failed';
};

/** Names a refund of ours before the acquirer's id for it is known. */
export type OwnRefund = { readonly paymentId: string; readonly orderNo: string; readonly reference: string };

export type CardDispute = {
  readonly disputeId: string;
  /** Empty when it is of nothing that was ever authorized through us. */
  readonly paymentId: string;
  /**
   * `warned`: the bank asks, and has taken nothing. `open`: undecided, or decided and the money is not back yet.
   * `won`, `lost`: over.
   */
  readonly status: 'warned' | 'open' | 'won' | 'lost';
  /** What is disputed, which may be a part of the payment. */
  readonly amount: Amount;
  /** What is gone from the account on account of it at present, in the currency of `amount`. */
  readonly withdrawn: Amount;
  /** What the acquirer has charged for it less what it gave back of that, in the currency that the account settles in. */
  readonly fee?: Amount;
  /** Why the cardholder disputes it, in the acquirer's word. */
  readonly reason: string;
  readonly openedAt: Date;
  /** Until when an answer is taken; absent where none is. */
  readonly answerBefore?: Date;
  /** An answer was sent, by whomever. */
  readonly answered: boolean;
  /** Answering costs a fee of its own, to which a person has to agree. */
  readonly answerNeedsConsent: boolean;
};

/** What speaks for a payment that is disputed, in plain English: people at the cardholder's bank read it. */
export type DisputeEvidence = {
  readonly customerName?: string;
  readonly customerEmail?: string;
  /** IP address from which was bought. */
  readonly purchaseAddress?: string;
  readonly billingAddress?: string;
  readonly product: string;
  readonly deliveredOn?: string;
  /** What the buyer did, with times, a line each. */
  readonly activity: string;
  /** Why the money is not to be given back. */
  readonly refusal: string;
  readonly summary: string;
  /** Files that were uploaded before, one of a kind at most. */
  readonly files?: readonly { readonly kind: EvidenceFileKind; readonly fileId: string }[];
};

/**
 * What a file shows: `communication` with the buyer, `delivery` of the coins, the `receipt` that the buyer got, the `policy`
 * on refunds as it was shown.
 */
export type EvidenceFileKind = 'communication' | 'delivery' | 'receipt' | 'policy' | 'other';

export type EvidenceFileType = 'application/pdf' | 'image/jpeg' | 'image/png';

/** `closed`: it is decided, or no answer is taken any more. `too_long`: more pages or characters than the acquirer takes. */
export type EvidenceRefusal = 'not_found' | 'closed' | 'too_long' | 'invalid_request';

/** The card's bank suspects fraud; nothing is disputed yet. */
export type FraudWarning = {
  readonly warningId: string;
  /** Empty when it is of nothing that was ever authorized through us. */
  readonly paymentId: string;
  /** The payment was neither disputed nor given back in full since. */
  readonly actionable: boolean;
};

export type AuthorizeRequest = {
  /** Payment attempt id + step: a repeated request with it never charges twice. */
  readonly idempotencyKey: string;
  readonly orderNo: string;
  readonly attemptId: string;
  readonly amount: Amount;
  /** Either what the browser made in the acquirer's fields, or a saved card with its customer. */
  readonly source:
    | { readonly kind: 'confirmation_token'; readonly token: string; readonly customerId?: string }
    | { readonly kind: 'saved_card'; readonly paymentMethodId: string; readonly customerId: string };
  /** The order was priced for this wallet: a token of anything else is refused. */
  readonly wallet?: Wallet | undefined;
  /** Keep the card with the customer once authorized; needs a customerId. */
  readonly saveCard: boolean;
  /** Where a redirecting 3-D Secure page brings the buyer back to. */
  readonly returnUrl: string;
};

/** A card acquirer with manual capture. Every method may be called again with the same key and changes nothing then. */
export interface CardAcquirer {
  readonly id: string;
  /** What the browser needs: the script, the public key, and the origins for the page's content-security policy. */
  readonly browser: {
    readonly scriptUrl: string;
    readonly publicKey: string;
    readonly scriptOrigins: readonly string[];
    readonly frameOrigins: readonly string[];
    readonly connectOrigins: readonly string[];
    /** The amount as the acquirer's fields want it: its own minor units, which are not ISO's for every currency. */
    fieldsAmount(amount: Amount): { readonly amountMinor: number; readonly currency: string };
  };
  createCustomer(request: {
    idempotencyKey: string;
    buyerId: string;
    email: string;
  }): Promise<Outcome<{ customerId: string }>>;
  authorize(request: AuthorizeRequest): Promise<Outcome<CardPayment, CardRefusal>>;
  capture(request: {
    idempotencyKey: string;
    paymentId: string;
    amount: Amount;
  }): Promise<Outcome<CardPayment, CardRefusal>>;
  void(request: { idempotencyKey: string; paymentId: string }): Promise<Outcome<CardPayment, CardRefusal>>;
  refund(
    request: OwnRefund & { readonly idempotencyKey: string; readonly amount: Amount },
  ): Promise<Outcome<CardRefund, CardRefusal>>;
  getPayment(paymentId: string): Promise<Outcome<CardPayment, 'not_found'>>;
  getRefund(refundId: string): Promise<Outcome<CardRefund, 'not_found'>>;
  /** A refund that we asked for, by what we sent along: keys of idempotency are forgotten, this is not. */
  findRefund(refund: OwnRefund): Promise<Outcome<CardRefund, 'not_found'>>;
  getDispute(disputeId: string): Promise<Outcome<CardDispute, 'not_found'>>;
  /**
   * Hands over a file for an answer, which shows nothing to anybody before the answer names it. One whose answer was lost is
   * uploaded again with the same key: at worst the acquirer keeps a second one that nothing names.
   */
  uploadEvidenceFile(request: {
    idempotencyKey: string;
    /** Chosen by us: what a person calls a file on their own machine is nobody's business. */
    name: string;
    type: EvidenceFileType;
    bytes: Uint8Array;
  }): Promise<Outcome<{ fileId: string }, EvidenceRefusal>>;
  /** Answers a dispute, for good: most banks take one answer. */
  submitEvidence(request: {
    idempotencyKey: string;
    disputeId: string;
    evidence: DisputeEvidence;
  }): Promise<Outcome<CardDispute, EvidenceRefusal>>;
  getFraudWarning(warningId: string): Promise<Outcome<FraudWarning, 'not_found'>>;
  /**
   * What moved the account that the acquirer keeps for us, a page at a time. A page is read whole or not at all; reading
   * the same time again tells the same lines by the same ids.
   */
  listBalanceLines(request: BalanceRequest): Promise<Outcome<BalancePage>>;
  listCards(customerId: string): Promise<Outcome<readonly CardDetails[]>>;
  forgetCard(paymentMethodId: string): Promise<Outcome<void, 'not_found'>>;
  /** What a hint is about, by how its `kind` starts: a `payment`, a `refund`, a `dispute`, a `warning`; else it is `ignored`. */
  readonly verifyWebhook: WebhookVerifier;
}
