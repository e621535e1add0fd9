import type { z } from 'zod';
import type { BankExchange } from './bank/bankPort.ts';
import type { CardAcquirer } from './card/cardPort.ts';
import type { AddressReader, Chain, NetworkTerms } from './chain/chainPort.ts';
import type { DigestSigner } from './chain/digestSigner.ts';
import type { KeySource } from './chain/keySource.ts';
import type { TreasuryKey } from './chain/signerPort.ts';
import type { IdentityVerifier } from './identity/identityPort.ts';
import type { MailSender } from './mail/mailPort.ts';
import type { OfferProvider } from './offers/offerPort.ts';
import type { Outcome } from './outcome.ts';
import type { RatesSource } from './rates/ratesPort.ts';
import type { SanctionsSource } from './sanctions/sanctionsPort.ts';
import type { VendorLimits } from './vendorLimits.ts';
import type { PriceSource, TradingVenue } from './venue/venuePort.ts';

/** Port that a vendor of each family implements. */
export type Families = {
  readonly card: CardAcquirer;
  readonly identity: IdentityVerifier;
  readonly bank: BankExchange;
  readonly chain: Chain;
  readonly venue: TradingVenue;
  readonly prices: PriceSource;
  readonly rates: RatesSource;
  readonly sanctions: SanctionsSource;
  readonly mail: MailSender;
  readonly offers: OfferProvider;
};

export type Family = keyof Families;

/** Environment of a credential; `unknown` if it does not show one, or if the vendor has only one. */
export type VendorEnvironment = 'test' | 'live' | 'unknown';

/** An environment variable that sets one field of a vendor's configuration. */
export type Variable = {
  /** The field, whose schema validates the variable; an optional field makes the variable optional. */
  readonly sets: string;
  /** The value lets its holder act as the operator. */
  readonly secret?: true;
  /** The value is the location of such a secret: not itself secret, but hidden from other processes as well. */
  readonly secretAt?: true;
  /** The value is the address at which the vendor is called, for example a sandbox or a mirror. */
  readonly address?: true;
  /** Used by browsers only, not by a process. */
  readonly isBrowserOnly?: true;
  /** Changes how an enabled vendor is used. Does not enable the vendor by itself. */
  readonly isRefinement?: true;
};

export type Variables = Readonly<Record<string, Variable>>;

/** Values that an adapter gets in addition to its configuration. */
export type VendorContext = {
  /** The product's clock. */
  readonly now: () => Date;
  /** Where buyers and vendors reach the product, without a trailing slash. */
  readonly publicUrl: string;
};

/** Values that a chain adapter gets in addition. */
export type ChainVendorContext = VendorContext & {
  readonly terms: NetworkTerms;
  /** Returns token contracts that must not receive payouts. Called for each check, since tokens may be added. */
  readonly tokenContracts: () => readonly string[];
};

/** Values that are needed to read a network's addresses. */
export type AddressReaderContext = Pick<ChainVendorContext, 'tokenContracts'> & {
  readonly terms: Pick<NetworkTerms, 'chain' | 'name'>;
};

/**
 * The environment of a credential, as the vendor reports it. Refused if the vendor rejects the credential, or if a node
 * follows a different chain.
 */
export type CredentialCheck = Outcome<VendorEnvironment, string>;

type ManifestBase<Schema extends z.ZodObject> = {
  readonly id: string;
  readonly label: string;
  /** The vendor's rate limits with their sources. */
  readonly limits: VendorLimits;
  readonly config: Schema;
  getEnvironment(config: z.output<Schema>): VendorEnvironment;
};

/** A vendor's manifest: the only value of its folder that the rest of the server uses. */
export type VendorManifest<Name extends Exclude<Family, 'chain'>, Schema extends z.ZodObject> = ManifestBase<Schema> & {
  readonly family: Name;
  readonly variables: Variables;
  /** Scheme and host of each address that the adapter calls by default; empty if there is no default. */
  readonly hosts: readonly string[];
  /** For a vendor without required variables: it is enabled unless this variable is `off`. */
  readonly offSwitch?: string;
  /** Ids of vendors that are disabled if this one is enabled. */
  readonly insteadOf?: readonly string[];
  /** For an acquirer: payment methods whose wallets it supports; other wallets are not offered. */
  readonly wallets?: readonly string[];
  /** For a provider of offers: payment methods that it sells. */
  readonly methods?: readonly string[];
  create(config: z.output<Schema>, context: VendorContext): Promise<Families[Name]>;
  checkCredentials?(config: z.output<Schema>, context: VendorContext): Promise<CredentialCheck>;
};

/** Opens a secp256k1 key where it is stored; each source is opened once. Rejects with a `KeyRefusal`. */
export type OpenSigner = (source: KeySource) => Promise<DigestSigner>;

/** How the key of a paying address is configured and opened, in the signer process only. */
export type KeyManifest<Schema extends z.ZodObject> = {
  readonly config: Schema;
  /** Returns the variables of one network's key; the prefix is the network's id in upper case. */
  variables(prefix: string): Variables;
  /** Returns the configuration fields that the network's row sets. */
  getConfig(terms: NetworkTerms): object;
  /** Networks with another curve open their keys without `openSigner`. */
  open(config: z.output<Schema>, openSigner: OpenSigner): Promise<TreasuryKey>;
};

/** A kind of network: one adapter for all networks of a CAIP-2 namespace. */
export type ChainManifest<Schema extends z.ZodObject, KeySchema extends z.ZodObject> = ManifestBase<Schema> & {
  readonly family: 'chain';
  /** `eip155` */
  readonly namespace: string;
  /** True if an address may belong to a contract: the api then queries the node for each address that a buyer enters. */
  readonly hasContracts: boolean;
  /** Returns the variables of one network; the prefix is its id in upper case. */
  variables(prefix: string): Variables;
  /** Returns the configuration fields that the network's row sets. */
  getConfig(terms: NetworkTerms): object;
  create(config: z.output<Schema>, context: ChainVendorContext): Promise<Chain>;
  readonly key: KeyManifest<KeySchema>;
  /** Opens the address reader of a network without a node. */
  openAddresses(context: AddressReaderContext): Promise<AddressReader>;
  checkCredentials(config: z.output<Schema>, context: ChainVendorContext): Promise<CredentialCheck>;
};

/** A vendor with its variables read. */
export type ConfiguredVendor<Name extends Family = Family> = {
  readonly id: string;
  readonly family: Name;
  readonly label: string;
  readonly environment: VendorEnvironment;
  /** Values of its secret variables, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** For an acquirer: payment methods whose wallets it supports. */
  readonly wallets: readonly string[];
  /** Its addresses by variable name: the variable's value, else the default. */
  readonly addresses: Readonly<Record<string, string>>;
  create(): Promise<Families[Name]>;
  /** Undefined if the vendor has no credential to verify. */
  readonly checkCredentials: (() => Promise<CredentialCheck>) | undefined;
};

export type EnvironmentSource = Readonly<Record<string, string | undefined>>;

/** One line for each variable, or field of a network's row, that is missing or malformed, or for a refused key. */
export type ConfigurationProblems = { readonly problems: readonly string[] };

/** A vendor with its configuration types erased, so that all vendors fit in one list. */
export type Vendor<Name extends Exclude<Family, 'chain'> = Exclude<Family, 'chain'>> = {
  readonly id: string;
  readonly family: Name;
  readonly label: string;
  readonly variables: Variables;
  readonly hosts: readonly string[];
  readonly limits: VendorLimits;
  readonly offSwitch: string | undefined;
  readonly insteadOf: readonly string[];
  readonly wallets: readonly string[];
  readonly methods: readonly string[];
  configure(source: EnvironmentSource, context: VendorContext): ConfiguredVendor<Name> | ConfigurationProblems;
};

/** A kind of network with its configuration types erased. */
export type ChainVendor = {
  readonly id: string;
  readonly label: string;
  readonly limits: VendorLimits;
  readonly namespace: string;
  readonly hasContracts: boolean;
  openAddresses(context: AddressReaderContext): Promise<AddressReader>;
  variables(prefix: string): Variables;
  configure(source: EnvironmentSource, context: ChainVendorContext): ConfiguredVendor<'chain'> | ConfigurationProblems;
  keyVariables(prefix: string): Variables;
  configureKey(source: EnvironmentSource, terms: NetworkTerms): ConfiguredKey | ConfigurationProblems;
};

/** The key of one network's paying address, configured but not opened. */
export type ConfiguredKey = {
  /** CAIP-2 id. */
  readonly network: string;
  readonly secrets: Readonly<Record<string, string>>;
  open(openSigner: OpenSigner): Promise<TreasuryKey | ConfigurationProblems>;
};
