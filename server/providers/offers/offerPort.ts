import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Amount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Outcome } from '../outcome.ts';
import type { WebhookVerifier } from '../webhook.ts';

export type { PayMethod };

/**
 * The payment methods that a provider sells, by their names in the API. A method without an entry is refused for this
 * provider.
 */
export type ProviderMethods<Entry> = Readonly<Partial<Record<PayMethod, Entry>>>;

export function listProviderMethods(methods: ProviderMethods<unknown>): readonly PayMethod[] {
  return Object.keys(methods) as PayMethod[];
}

/** A coin identified by network and contract, independent of a provider's names. */
export type OfferedCoin = {
  readonly asset: Asset;
  readonly symbol: string;
  /** CAIP-2 id. */
  readonly chain: string;
  /** Empty for a native coin. */
  readonly contract: string;
};

/** A purchase that a provider would fulfil. Contains nothing about a buyer, so equal requests have the same answer. */
export type OfferRequest = {
  readonly side: 'Pay' | 'Get';
  /** The amount that the buyer typed: of the pay currency or of the coin, by side. */
  readonly amount: Amount;
  readonly payAsset: Asset;
  readonly coin: OfferedCoin;
  readonly method: PayMethod;
  /** Country of the buyer, ISO 3166-1 alpha-2. */
  readonly country: string;
};

/** A provider's current price. It is not binding: the provider's checkout quotes again. */
export type ProviderOffer = {
  /** Total that the buyer pays. */
  readonly pay: Amount;
  readonly receive: Amount;
  /** All fees except the network's, in the pay currency, including the operator's share. */
  readonly processingFee: Amount;
  readonly networkFee: Amount;
  /** Affiliate fee that the provider pays the operator for the purchase; zero if the provider does not state it. */
  readonly affiliateFee: Amount;
  /** Time from payment to delivery, as the provider publishes it. */
  readonly publishedMinutes: number;
  /** Identity check that the provider requires of a new buyer for this amount. */
  readonly identity: 'basic' | 'document';
  /** True if only buyers with an account at the provider can buy. */
  readonly needsAccount: boolean;
};

/** Why a provider refuses a purchase. */
export type OfferRefusal =
  | 'below_minimum'
  | 'above_maximum'
  | 'region'
  | 'pay_currency'
  | 'coin'
  | 'method'
  /** The answer is for another currency, coin or network than requested. */
  | 'unusable'
  /** Any other reason. */
  | 'other';

export type OfferAnswer =
  | { readonly kind: 'ok'; readonly value: ProviderOffer }
  | {
      readonly kind: 'refused';
      readonly reason: OfferRefusal;
      /** The nearest amount of the pay currency that the provider would accept, if it states one. */
      readonly limit?: Amount;
      readonly detail: string;
    }
  | {
      readonly kind: 'unavailable';
      /** How long to wait; set if the provider's rate limit was exceeded. */
      readonly limitedMs?: number;
      readonly detail: string;
    };

/** Request for what a provider sells: of these currencies and coins, in this country. */
export type MarketRequest = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly payAssets: readonly Asset[];
  readonly coins: readonly OfferedCoin[];
};

/** Payment methods and limits of a currency at a provider. */
export type AcceptedCurrency = {
  readonly asset: Asset;
  readonly methods: readonly PayMethod[];
  /** In the pay currency: the widest limits of its methods. Undefined if it publishes none. */
  readonly least: Amount | undefined;
  readonly most: Amount | undefined;
};

type AmountLimits = { readonly least: Amount | undefined; readonly most: Amount | undefined };

/** Returns the widest limits of one or more methods of a currency. If a method has no limit, there is none. */
export function computeWidestLimits(limits: readonly AmountLimits[]): AmountLimits {
  return {
    least: findOutermost(
      limits.map(({ least }) => least),
      (one, other) => one < other,
    ),
    most: findOutermost(
      limits.map(({ most }) => most),
      (one, other) => one > other,
    ),
  };
}

function findOutermost(limits: readonly (Amount | undefined)[], isFarther: (one: bigint, other: bigint) => boolean) {
  return limits.reduce((far, limit) => (far && limit ? (isFarther(limit.units, far.units) ? limit : far) : undefined));
}

/** The requested currencies and coins that a provider sells, as it publishes them. */
export type ProviderMarket = {
  readonly currencies: readonly AcceptedCurrency[];
  readonly coins: readonly OfferedCoin[];
};

export type MarketAnswer =
  | { readonly kind: 'ok'; readonly value: ProviderMarket }
  | Exclude<OfferAnswer, { kind: 'ok' }>;

export type StartRequest = {
  /** The product's order number; the provider returns it with every report of the purchase. */
  readonly orderNo: string;
  readonly side: 'Pay' | 'Get';
  readonly pay: Amount;
  readonly receive: Amount;
  readonly coin: OfferedCoin;
  readonly method: PayMethod;
  /** Destination of the coins. */
  readonly address: string;
  readonly country: string;
  /** The buyer's IP address. */
  readonly clientAddress: string;
  /** BCP 47 language tag. */
  readonly locale: string;
  /** The buyer's email address, if it is known. */
  readonly email: string | undefined;
  /** Where the provider returns the buyer. Parameters that it adds are not trusted. */
  readonly returnUrl: string;
};

/** The provider's page on which the buyer continues. */
export type ProviderPage = {
  readonly url: string;
  /** True if the URL opens only once: a later visit needs a new page. */
  readonly isSingleUse: boolean;
  /** Undefined if the URL does not expire. */
  readonly expiresAt: Date | undefined;
};

/** State of a purchase at its provider, in the terms of the order's state machine. */
export type ProviderState =
  | 'awaiting_payment'
  | 'paid'
  | 'delivering'
  | 'delivered'
  | 'on_hold'
  | 'failed'
  | 'expired'
  | 'refunded';

export type ProviderOrder = {
  readonly providerOrderId: string;
  /** Undefined: a status that the provider does not document. */
  readonly state: ProviderState | undefined;
  /** The provider's status. */
  readonly vendorStatus: string;
  /** Amounts that were or will be paid and received, if the provider states them. */
  readonly pay: Amount | undefined;
  readonly receive: Amount | undefined;
  /** The affiliate fee for the purchase, if the provider states one. */
  readonly affiliateFee: Amount | undefined;
  /** Destination of the coins. */
  readonly address: string | undefined;
  readonly transactionId: string | undefined;
  /** Reason of a failure, in the provider's text. */
  readonly reason: string | undefined;
};

/** An order in the form by which its provider finds it. */
export type OrderReference = {
  readonly orderNo: string;
  /** Undefined until the provider has sent one. */
  readonly providerOrderId: string | undefined;
  /** Token from the webhook that contained `providerOrderId`, if the provider's query requires it. */
  readonly accessToken?: string | undefined;
  readonly payAsset: Asset;
  readonly coin: OfferedCoin;
  /** Country of the buyer: some catalogs depend on it. */
  readonly country: string;
};

/** Support contact of the provider that has the buyer's money. */
export type ProviderContact = { readonly supportUrl: string };

/** Another provider that sells coins to the buyers: it quotes, takes the money and delivers. */
export interface OfferProvider {
  /** The offerType in the API. */
  readonly id: string;
  /** Name shown to buyers. */
  readonly name: string;
  readonly contact: ProviderContact;
  /** Returns an offer; the signal aborts the call. Never throws. */
  quote(request: OfferRequest, signal: AbortSignal): Promise<OfferAnswer>;
  /** Answers from cached published data, without a call while they are fresh. Never throws. */
  market(request: MarketRequest, signal: AbortSignal): Promise<MarketAnswer>;
  /** Creates the page on which the buyer pays. Buys nothing, so it may be repeated. */
  start(request: StartRequest): Promise<Outcome<ProviderPage, 'refused'>>;
  /**
   * Returns the purchase. `not_found` until the buyer has started on the provider's page, or if the purchase is known to
   * be of another coin or network. A purchase paid in another currency is either not found or has no `pay`. If only the
   * path of a webhook connects `providerOrderId` with the order, the caller must compare the address before it accepts
   * the purchase.
   */
  getOrder(reference: OrderReference): Promise<Outcome<ProviderOrder, 'not_found'>>;
  /** The hint's subject is the order number. */
  readonly verifyWebhook: WebhookVerifier;
}
