import type { NameScreening } from '../account/names/nameScreening.ts';
import type { AlertChannels } from '../notification/alertChannels.ts';
import type { MailTranslationSource } from '../notification/mailTranslations.ts';
import type { Partners } from '../partner/partner.ts';
import type { FollowingClock } from '../platform/clock.ts';
import type { Cells } from '../platform/config/cells.ts';
import type { Rules } from '../platform/config/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { RunningJobs } from '../platform/jobs/bossQueue.ts';
import type { Languages } from '../platform/languages.ts';
import type { Log } from '../platform/log/log.ts';
import type { RootKey } from '../platform/persons/personRegistry.ts';
import type { Keys } from '../platform/secrets.ts';
import type { BankExchange, BankFiles } from '../providers/bank/bankPort.ts';
import type { TransferRelease } from '../providers/bank/transferRelease.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import type { AddressReaders, Chains } from '../providers/chain/chains.ts';
import type { PayoutSigner } from '../providers/chain/signerPort.ts';
import type { IdentityVerifier } from '../providers/identity/identityPort.ts';
import type { MailSender } from '../providers/mail/mailPort.ts';
import type { OfferProvider } from '../providers/offers/offerPort.ts';
import type { RatesSource } from '../providers/rates/ratesPort.ts';
import type { SanctionsSource } from '../providers/sanctions/sanctionsPort.ts';
import type { Family } from '../providers/vendor.ts';
import type { PriceSource, TradingVenue } from '../providers/venue/venuePort.ts';
import type { WithdrawalRelease } from '../providers/venue/withdrawalRelease.ts';
import type { WebhookVerifier } from '../providers/webhook.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import type { ProviderGroup } from '../purchase/offer/providerGroup.ts';
import type { ProviderRecords } from '../purchase/offer/providerRecords.ts';
import type { OrderMachine } from '../purchase/order/machine/applyEvent.ts';
import type { PriceBook } from '../purchase/quote/priceBook.ts';
import type { OtherProviderOffers } from '../purchase/quote/quoteCalls.ts';
import type { QuoteTokens } from '../purchase/quote/quoteToken.ts';
import type { BlockedNetworks } from '../region/blockedNetworks.ts';
import type { ReportChannels } from '../reporting/makeReports.ts';
import type { RiskRule } from '../risk/riskRules.ts';
import type { AddressScreener } from '../risk/screening.ts';
import type { VendorState } from './guard/guard.ts';
import type { Heartbeats } from './probes/openHeartbeats.ts';

/** The services of vendors, behind their ports. */
export type Providers = {
  readonly card: CardAcquirer;
  readonly identity: IdentityVerifier;
  readonly chains: Chains;
  readonly signer: PayoutSigner;
  readonly transferRelease: TransferRelease;
  readonly withdrawalRelease: WithdrawalRelease;
  readonly mail: MailSender;
  readonly bankFiles: BankFiles;
  /** Undefined: the operator accepts no bank transfers. */
  readonly bankExchange: BankExchange | undefined;
  readonly sanctions: readonly SanctionsSource[];
  readonly sanctionsRefreshMs: number;
  /** Other providers whose offers are sold, by offerType. */
  readonly offerProviders: ReadonlyMap<string, OfferProvider>;
  /** Families of the enabled vendors, by vendor id. */
  readonly families: ReadonlyMap<string, Family>;
  /** `POST /webhooks/<id>`, by the vendor's id. */
  readonly webhooks: Readonly<Record<string, WebhookVerifier>>;
};

/** The exchange, price sources and exchange rates. Only workers and the signer load their heavy client libraries. */
export type MarketProviders = {
  readonly venue: TradingVenue;
  readonly priceSources: readonly PriceSource[];
  readonly ratesSources: readonly RatesSource[];
};

/** Dependencies of the api and the worker. */
export type Context = Providers & {
  readonly vendorStates: () => readonly VendorState[];
  readonly heartbeats: Pick<Heartbeats, 'readiness'>;
  /** Returns false while another machine's signer is the active one: payouts are left to that machine's worker. */
  readonly takesPayouts: () => boolean;
  readonly database: Database;
  /** PostgreSQL's own address, bypassing any pooler: for LISTEN. */
  readonly directUrl: string;
  /** The same database with the clerk's rights: undefined if this process does not execute operators' requests. */
  readonly clerksDatabase: Database | undefined;
  readonly jobs: RunningJobs;
  readonly machine: OrderMachine;
  readonly catalog: Catalog;
  /** Returns true if catalog, rules and other configuration are current. */
  readonly isConfigurationFollowed: () => boolean;
  readonly clock: FollowingClock;
  readonly prices: () => PriceBook;
  readonly quoteTokens: QuoteTokens;
  readonly keys: Keys;
  readonly rules: Rules;
  readonly riskRules: () => readonly RiskRule[];
  readonly partners: () => Partners;
  readonly blockedNetworks: () => BlockedNetworks;
  readonly providerGroup: ProviderGroup;
  readonly otherProviderOffers: OtherProviderOffers;
  readonly addressReaders: AddressReaders;
  readonly providerRecords: ProviderRecords;
  readonly screening: AddressScreener;
  readonly nameScreening: NameScreening;
  readonly isServedCitizenship: (country: string) => boolean;
  readonly languages: Languages;
  readonly mailTranslations: MailTranslationSource;
  readonly operatorName: string;
  /** The operator's first admins, from whom the other people's rights derive. */
  readonly rootKeys: readonly RootKey[];
  readonly auditAnchorFile: string | undefined;
  readonly alertChannels: AlertChannels;
  readonly reportChannels: ReportChannels;
  /** True in the sandbox, where requests to partners on this machine are allowed. */
  readonly isSandbox: boolean;
  readonly publicUrl: string;
  /** All cells, including this one; undefined for an installation without cells. */
  readonly cells: Cells | undefined;
  readonly explorerUrl: ((networkId: string, transactionId: string) => string) | undefined;
  readonly log: Log;
};
