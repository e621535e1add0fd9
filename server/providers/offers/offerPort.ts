import type { Amount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Outcome } from '../outcome.ts';
import type { WebhookVerifier } from '../webhook.ts';

/** The ways to pay that buyers choose from, by their names on the wire. */
export const PAY_METHODS = ['credit_debit_card', 'apple_pay', 'google_pay', 'bank_transfer'] as const;

export type PayMethod = (typeof PAY_METHODS)[number];

/** A coin as every provider can tell it from the others: by its network and contract, whatever it is called there. */
export type OfferedCoin = {
  readonly asset: Asset;
  readonly symbol: string;
  /** CAIP-2. */
  readonly chain: string;
  /** Empty for a native coin. */
  readonly contract: string;
};

/** A purchase that a provider would do by itself. Nothing in it is about one buyer: equal questions have one answer. */
export type OfferRequest = {
  readonly side: 'Pay' | 'Get';
  /** What the buyer typed: of the pay currency or of the coin, by side. */
  readonly asked: Amount;
  readonly payAsset: Asset;
  readonly coin: OfferedCoin;
  readonly method: PayMethod;
  /** ISO 3166-1 alpha-2: where the buyer is. */
  readonly country: string;
};

/** What a provider says that it would do now. It binds nobody: its checkout prices again. */
export type ProviderOffer = {
  /** All that the buyer pays. */
  readonly pay: Amount;
  readonly receive: Amount;
  /** Of the pay currency, all fees but the network's, our share included. */
  readonly processingFee: Amount;
  readonly networkFee: Amount;
  /** What the provider pays the operator of it; zero where it does not say. */
  readonly affiliateFee: Amount;
  /** From the payment to the wallet, as the provider publishes it. */
  readonly publishedMinutes: number;
  /** What the provider asks of a buyer whom it does not know, for this amount. */
  readonly identity: 'basic' | 'document';
  /** Whether only somebody with an account there can buy. */
  readonly needsAccount: boolean;
};

/** Why a provider would not do it. */
export type OfferRefusal =
  | 'below_minimum'
  | 'above_maximum'
  | 'region'
  | 'pay_currency'
  | 'coin'
  | 'method'
  /** It answered about another currency, coin or network than was asked for. */
  | 'unusable'
  /** It gives a reason that we cannot tell apart. */
  | 'other';

export type OfferAnswer =
  | { readonly kind: 'ok'; readonly value: ProviderOffer }
  | {
      readonly kind: 'refused';
      readonly reason: OfferRefusal;
      /** The nearest amount of the pay currency that it would take, where it says so. */
      readonly limit?: Amount;
      readonly detail: string;
    }
  | {
      readonly kind: 'unavailable';
      /** Set where it has had too many questions, and wants none for so long. */
      readonly limitedMs?: number;
      readonly detail: string;
    };

/** What a provider is asked about its wares: of these currencies and coins, in this country. */
export type MarketRequest = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly payAssets: readonly Asset[];
  readonly coins: readonly OfferedCoin[];
};

/** How a provider takes a currency. */
export type TakenCurrency = {
  readonly asset: Asset;
  readonly methods: readonly PayMethod[];
  /** Of the pay currency: the widest of its methods. Undefined where it publishes none. */
  readonly least: Amount | undefined;
  readonly most: Amount | undefined;
};

type Limits = { readonly least: Amount | undefined; readonly most: Amount | undefined };

/** Of several ways to pay in one currency: whatever any of them takes. One without a limit leaves none. */
export function widestLimits(ways: readonly Limits[]): Limits {
  return {
    least: outermost(
      ways.map(({ least }) => least),
      (one, other) => one < other,
    ),
    most: outermost(
      ways.map(({ most }) => most),
      (one, other) => one > other,
    ),
  };
}

function outermost(limits: readonly (Amount | undefined)[], isFarther: (one: bigint, other: bigint) => boolean) {
  return limits.reduce((far, limit) => (far && limit ? (isFarther(limit.units, far.units) ? limit : far) : undefined));
}

/** What a provider sells of that, by what it publishes. */
export type ProviderMarket = {
  readonly currencies: readonly TakenCurrency[];
  readonly coins: readonly OfferedCoin[];
};

export type MarketAnswer =
  | { readonly kind: 'ok'; readonly value: ProviderMarket }
  | Exclude<OfferAnswer, { kind: 'ok' }>;

export type StartRequest = {
  /** Ours; the provider tells it back with all that it says of the purchase. */
  readonly orderNo: string;
  readonly side: 'Pay' | 'Get';
  readonly pay: Amount;
  readonly receive: Amount;
  readonly coin: OfferedCoin;
  readonly method: PayMethod;
  readonly address: string;
  readonly country: string;
  readonly clientAddress: string;
  /** BCP 47. */
  readonly locale: string;
  /** The buyer's, where it is known. */
  readonly email: string | undefined;
  /** Where the provider sends the buyer back to. What it adds to it moves nothing. */
  readonly returnUrl: string;
};

/** The provider's own page on which the buyer goes on. */
export type ProviderPage = {
  readonly url: string;
  /** It opens once: whoever comes again needs another one. */
  readonly isSingleUse: boolean;
  /** Undefined: it does not run out. */
  readonly expiresAt: Date | undefined;
};

/** What is known of a purchase at its provider: the words of the order machine for it. */
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
  /** Undefined: a word that no document of the provider knows. */
  readonly state: ProviderState | undefined;
  /** The provider's own word. */
  readonly word: string;
  /** What was, or is to be, paid and received, where it says so. */
  readonly pay: Amount | undefined;
  readonly receive: Amount | undefined;
  /** What it pays the operator of it, where it says so. */
  readonly affiliateFee: Amount | undefined;
  /** Where the coins go. */
  readonly address: string | undefined;
  readonly transactionId: string | undefined;
  /** Why it did not go on, in the provider's words. */
  readonly reason: string | undefined;
};

/** An order of ours as its provider can find it. */
export type OrderReference = {
  readonly orderNo: string;
  /** Undefined until it has told one. */
  readonly providerOrderId: string | undefined;
  /** What a webhook brought with that id, where the provider asks for it. */
  readonly accessToken?: string | undefined;
  readonly payAsset: Asset;
  readonly coin: OfferedCoin;
  /** Where the buyer is: some say what they sell by country. */
  readonly country: string;
};

/** How a buyer reaches the one who has their money. */
export type ProviderContact = { readonly supportUrl: string };

/** Somebody else who sells coins to our buyers: quotes, takes the money and delivers by itself. */
export interface OfferProvider {
  /** The offerType on the wire. */
  readonly id: string;
  /** As buyers know it. */
  readonly name: string;
  readonly contact: ProviderContact;
  /** The signal ends the asking: what comes later helps nobody. Never throws. */
  quote(request: OfferRequest, signal: AbortSignal): Promise<OfferAnswer>;
  /** From what it has published and is kept: no question of its own as long as that is fresh. Never throws. */
  market(request: MarketRequest, signal: AbortSignal): Promise<MarketAnswer>;
  /** Makes the page on which the buyer pays. Nothing is bought by it: it may be done again. */
  start(request: StartRequest): Promise<Outcome<ProviderPage, 'refused'>>;
  /**
   * `not_found` while the buyer has not begun on the provider's page, or where the purchase is of another coin or network. One
   * in another currency has no amount in ours where it was found by our own number, and is not found otherwise. Where the id
   * came by a webhook's path, whoever asks compares the address before it counts as ours.
   */
  getOrder(reference: OrderReference): Promise<Outcome<ProviderOrder, 'not_found'>>;
  /** The subject is our order's number. */
  readonly verifyWebhook: WebhookVerifier;
}
