import type { Amount } from '@slipway/money/amount.ts';
import type { Outcome } from '../outcome.ts';
import type { WebhookVerifier } from '../webhook.ts';
import type { BalancePage, BalanceRequest, PayoutState } from './balanceLine.ts';

/** Why an acquirer refuses. The buyer's next step depends on it, so each vendor code is mapped. */
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

/** Id of the wallet's payment method. The acquirer's manifest lists the wallets that it supports. */
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
  /** ISO 3166 code of the issuing bank's country, if the acquirer reports it. */
  readonly country?: string;
  /**
   * Set if the card came from a wallet: valid for this payment only, never saved. `other`: a wallet that the product
   * does not offer as a payment method.
   */
  readonly wallet?: Wallet;
};

export type CardPayment = {
  readonly paymentId: string;
  /** The product's order number, sent when authorizing and returned with every answer. */
  readonly orderNo: string;
  readonly attemptId: string;
  readonly status: CardPaymentStatus;
  readonly amount: Amount;
  readonly capturedAmount: Amount;
  /** Refunded amount, including pending refunds; absent before the acquirer has a charge. */
  readonly refundedAmount?: Amount;
  /** When an uncaptured authorization expires, as reported by the acquirer. */
  readonly captureBefore?: Date;
  readonly card?: CardDetails;
  readonly customerId?: string;
  /** Why the last attempt was declined, or `authorization_expired` for a payment that was voided for this reason. */
  readonly refusal?: CardRefusal;
  /** Lets the browser show the next action; it cannot move money. */
  readonly clientSecret?: string;
  /** The acquirer's fee for a captured payment, once it is known. */
  readonly acquirerFee?: Amount;
};

export type CardRefund = {
  /** The acquirer's id. */
  readonly refundId: string;
  /** Empty if the acquirer names no payment, which is possible only for money that this product did not charge. */
  readonly paymentId: string;
  /** The product's reference, sent with the request; empty if the refund was made in the acquirer's dashboard. */
  readonly reference: string;
  /** Empty like `reference`. */
  readonly orderNo: string;
  readonly amount: Amount;
  readonly status: 'pending' | 'settled' | 'failed';
};

/** Identifies a refund that the product requested, before the acquirer's id is known. */
export type RequestedRefund = { readonly paymentId: string; readonly orderNo: string; readonly reference: string };

export type CardDispute = {
  readonly disputeId: string;
  /** Empty if the acquirer names no payment, as in {@link CardRefund}. */
  readonly paymentId: string;
  /**
   * `warned`: the bank inquires and has withdrawn nothing. `open`: undecided, or won and the money is not returned yet.
   * `won`, `lost`: final.
   */
  readonly status: 'warned' | 'open' | 'won' | 'lost';
  /** Disputed amount, which may be a part of the payment. */
  readonly amount: Amount;
  /** Amount currently withdrawn from the account for this dispute, in the currency of `amount`. */
  readonly withdrawn: Amount;
  /** Fees that the acquirer charged for the dispute less those returned, in the account's settlement currency. */
  readonly fee?: Amount;
  /** The acquirer's code for the cardholder's reason. */
  readonly reason: string;
  readonly openedAt: Date;
  /** Deadline for evidence; absent if none is accepted. */
  readonly answerBefore?: Date;
  /** Evidence was submitted, by the product or in the acquirer's dashboard. */
  readonly isAnswered: boolean;
  /** Answering costs an extra fee, which a person has to approve. */
  readonly answerNeedsConsent: boolean;
};

/** Evidence for a disputed payment, in plain English for people at the cardholder's bank. */
export type DisputeEvidence = {
  readonly customerName?: string;
  readonly customerEmail?: string;
  /** IP address of the purchase. */
  readonly purchaseIpAddress?: string;
  readonly billingAddress?: string;
  readonly product: string;
  readonly deliveredOn?: string;
  /** The buyer's actions with times, one per line. */
  readonly activity: string;
  /** Why the payment should not be refunded. */
  readonly refusal: string;
  readonly summary: string;
  /** Previously uploaded files, at most one of each kind. */
  readonly files?: readonly { readonly kind: EvidenceFileKind; readonly fileId: string }[];
};

/**
 * Content of a file: `communication` with the buyer, `delivery` of the coins, the buyer's `receipt`, the refund
 * `policy` as it was shown.
 */
export type EvidenceFileKind = 'communication' | 'delivery' | 'receipt' | 'policy' | 'other';

export type EvidenceFileType = 'application/pdf' | 'image/jpeg' | 'image/png';

/**
 * `closed`: the dispute is decided, or answers are no longer accepted. `too_long`: more pages or characters than the
 * acquirer accepts.
 */
export type EvidenceRefusal = 'not_found' | 'closed' | 'too_long' | 'invalid_request';

/** The issuing bank's suspicion of fraud, before any dispute. */
export type FraudWarning = {
  readonly warningId: string;
  /** Empty if the acquirer names no payment, as in {@link CardRefund}. */
  readonly paymentId: string;
  /** The payment has been neither disputed nor fully refunded since. */
  readonly actionable: boolean;
};

export type AuthorizeRequest = {
  /** Payment attempt id + step: a repeated request with this key never charges twice. */
  readonly idempotencyKey: string;
  readonly orderNo: string;
  readonly attemptId: string;
  readonly amount: Amount;
  /** Either the token from the acquirer's fields in the browser, or a saved card with its customer. */
  readonly source:
    | { readonly kind: 'confirmation_token'; readonly token: string; readonly customerId?: string }
    | { readonly kind: 'saved_card'; readonly paymentMethodId: string; readonly customerId: string };
  /** The order was priced for this wallet, so a token of any other source is refused. */
  readonly wallet?: Wallet | undefined;
  /** Save the card with the customer after authorization; needs a customerId. */
  readonly saveCard: boolean;
  /** Where a redirecting 3-D Secure page returns the buyer. */
  readonly returnUrl: string;
};

/**
 * A card acquirer with manual capture. Every method is idempotent: a repeated call with the same key changes nothing.
 */
export interface CardAcquirer {
  readonly id: string;
  /** Settings for the browser: the script, the public key, and the origins for the page's content-security policy. */
  readonly browser: {
    readonly scriptUrl: string;
    readonly publicKey: string;
    readonly scriptOrigins: readonly string[];
    readonly frameOrigins: readonly string[];
    readonly connectOrigins: readonly string[];
    /**
     * Returns the amount for the acquirer's fields, in its own minor units, which differ from ISO 4217 for some
     * currencies.
     */
    toFieldsAmount(amount: Amount): { readonly amountMinor: number; readonly currency: string };
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
    request: RequestedRefund & { readonly idempotencyKey: string; readonly amount: Amount },
  ): Promise<Outcome<CardRefund, CardRefusal>>;
  getPayment(paymentId: string): Promise<Outcome<CardPayment, 'not_found'>>;
  getRefund(refundId: string): Promise<Outcome<CardRefund, 'not_found'>>;
  /** Finds by its reference a refund that the product requested. References outlast the acquirer's idempotency keys. */
  findRefund(refund: RequestedRefund): Promise<Outcome<CardRefund, 'not_found'>>;
  getDispute(disputeId: string): Promise<Outcome<CardDispute, 'not_found'>>;
  /**
   * Uploads a file for an answer; the bank sees it only once an answer names it. If the response is lost, the upload is
   * repeated with the same key: at worst the acquirer keeps an unused duplicate.
   */
  uploadEvidenceFile(request: {
    idempotencyKey: string;
    /** Chosen by the product, so that a person's own file name is not disclosed. */
    name: string;
    type: EvidenceFileType;
    bytes: Uint8Array;
  }): Promise<Outcome<{ fileId: string }, EvidenceRefusal>>;
  /** Answers a dispute. This is final: most banks accept one answer. */
  submitEvidence(request: {
    idempotencyKey: string;
    disputeId: string;
    evidence: DisputeEvidence;
  }): Promise<Outcome<CardDispute, EvidenceRefusal>>;
  getFraudWarning(warningId: string): Promise<Outcome<FraudWarning, 'not_found'>>;
  /**
   * Lists the changes of the operator's account at the acquirer, one page at a time. A page is read completely or
   * not at all; reading the same period again returns the same lines with the same ids.
   */
  listBalanceLines(request: BalanceRequest): Promise<Outcome<BalancePage>>;
  getPayout(payoutId: string): Promise<Outcome<PayoutState, 'not_found'>>;
  /**
   * Lists the lines that a payout consists of, one page at a time, once its itemization is `complete`. The payout's own
   * line may be among them.
   */
  listPayoutLines(request: { payoutId: string; page?: string | undefined }): Promise<Outcome<BalancePage>>;
  /** Removes a saved card. `not_found` if it is not saved, for example because it was removed before. */
  forgetCard(paymentMethodId: string): Promise<Outcome<void, 'not_found'>>;
  /**
   * Verifies a webhook. The hint's `kind` starts with its subject: `payment`, `refund`, `dispute` or `warning`; that of
   * any other event starts with `ignored`.
   */
  readonly verifyWebhook: WebhookVerifier;
}
