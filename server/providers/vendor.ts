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

/** What a vendor of each family is to the rest of the server. */
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

/** Whether what a credential opens is play or real; `unknown` where it does not say, or where there is no such difference. */
export type VendorEnvironment = 'test' | 'live' | 'unknown';

/** A variable of the environment that sets one field of a vendor's configuration. */
export type Variable = {
  /** The field; its schema is the variable's, and a field that may be left out makes the variable optional. */
  readonly sets: string;
  /** With it one can act as the operator. */
  readonly secret?: true;
  /** It says where such a secret lies: as little another process's business, and no secret itself. */
  readonly secretAt?: true;
  /** It says where the vendor is reached: a stand-in or a mirror instead of the vendor itself. */
  readonly address?: true;
  /** Browsers go there, and no process does. */
  readonly shown?: true;
  /** It changes how the vendor is used; set alone, it does not turn the vendor on. */
  readonly refines?: true;
};

export type Variables = Readonly<Record<string, Variable>>;

/** What an adapter gets beside its own configuration. */
export type Surroundings = {
  /** The product's clock. */
  readonly now: () => Date;
  /** Where buyers and vendors reach the product, without a slash at the end. */
  readonly publicUrl: string;
};

/** What an adapter of a chain gets beside. */
export type ChainSurroundings = Surroundings & {
  readonly terms: NetworkTerms;
  /** Token contracts that no payout may go to. Asked each time: more may be sold by now. */
  readonly tokenContracts: () => readonly string[];
};

/** What reading a network's addresses takes. */
export type AddressSurroundings = Pick<ChainSurroundings, 'tokenContracts'> & {
  readonly terms: Pick<NetworkTerms, 'chain' | 'name'>;
};

/** The vendor's own word for what the credential opens; refused when it does not take the credential, or is another one. */
export type Asked = Outcome<VendorEnvironment, string>;

type Described<Schema extends z.ZodObject> = {
  readonly id: string;
  readonly label: string;
  /** How many calls it allows, with its source. */
  readonly limits: VendorLimits;
  readonly config: Schema;
  environmentOf(config: z.output<Schema>): VendorEnvironment;
};

/** A vendor's folder in one value: all that the rest of the server knows of it. */
export type VendorManifest<Name extends Exclude<Family, 'chain'>, Schema extends z.ZodObject> = Described<Schema> & {
  readonly family: Name;
  readonly variables: Variables;
  /** Scheme and name of each address that the adapter asks, unless a variable says otherwise; empty where nothing is usual. */
  readonly hosts: readonly string[];
  /** Nothing that the vendor needs has to be set: it is on, until this variable says `off`. */
  readonly offSwitch?: string;
  /** Ids of vendors that are off when this one is on. */
  readonly insteadOf?: readonly string[];
  /** Of an acquirer: the payment methods whose wallets it takes; another wallet is not offered. */
  readonly wallets?: readonly string[];
  create(config: z.output<Schema>, surroundings: Surroundings): Promise<Families[Name]>;
  ask?(config: z.output<Schema>, surroundings: Surroundings): Promise<Asked>;
};

/** Opens a secp256k1 key where it is; the same source is opened once. Rejects with a `KeyRefusal`. */
export type OpenSigner = (source: KeySource) => Promise<DigestSigner>;

/** How the key of a paying address is set and opened, in the process of the signer alone. */
export type KeyManifest<Schema extends z.ZodObject> = {
  readonly config: Schema;
  variables(prefix: string): Variables;
  configOf(terms: NetworkTerms): object;
  /** Networks of another curve open their key by themselves. */
  open(config: z.output<Schema>, openSigner: OpenSigner): Promise<TreasuryKey>;
};

/** A kind of network: an adapter for every network of a CAIP-2 namespace. */
export type ChainManifest<Schema extends z.ZodObject, KeySchema extends z.ZodObject> = Described<Schema> & {
  readonly family: 'chain';
  /** `eip155` */
  readonly namespace: string;
  /** Of one network; the prefix is its id in capitals. */
  variables(prefix: string): Variables;
  /** What the network's row says in the words of the configuration. */
  configOf(terms: NetworkTerms): object;
  create(config: z.output<Schema>, surroundings: ChainSurroundings): Promise<Chain>;
  readonly key: KeyManifest<KeySchema>;
  /** For a network without a node. */
  openAddresses(surroundings: AddressSurroundings): Promise<AddressReader>;
  ask(config: z.output<Schema>, surroundings: ChainSurroundings): Promise<Asked>;
};

/** A vendor whose variables have been read. */
export type ConfiguredVendor<Name extends Family = Family> = {
  readonly id: string;
  readonly family: Name;
  readonly label: string;
  readonly environment: VendorEnvironment;
  /** Values of its secret variables, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Of an acquirer: the payment methods whose wallets it takes. */
  readonly wallets: readonly string[];
  /** Where it is reached, by the variable that says so, set or not. */
  readonly addresses: Readonly<Record<string, string>>;
  create(): Promise<Families[Name]>;
  /** Undefined where there is no credential to ask about. */
  readonly ask: (() => Promise<Asked>) | undefined;
};

export type EnvironmentSource = Readonly<Record<string, string | undefined>>;

/** One line for each variable that is missing or malformed. */
export type Problems = { readonly problems: readonly string[] };

/** A vendor with its types put away, so that vendors can stand in one list. */
export type Vendor<Name extends Exclude<Family, 'chain'> = Exclude<Family, 'chain'>> = {
  readonly id: string;
  readonly family: Name;
  readonly label: string;
  readonly variables: Variables;
  readonly hosts: readonly string[];
  readonly limits: VendorLimits;
  readonly offSwitch: string | undefined;
  readonly insteadOf: readonly string[];
  configure(source: EnvironmentSource, surroundings: Surroundings): ConfiguredVendor<Name> | Problems;
};

export type ChainVendor = {
  readonly id: string;
  readonly label: string;
  readonly limits: VendorLimits;
  readonly namespace: string;
  openAddresses(surroundings: AddressSurroundings): Promise<AddressReader>;
  variables(prefix: string): Variables;
  configure(source: EnvironmentSource, surroundings: ChainSurroundings): ConfiguredVendor<'chain'> | Problems;
  keyVariables(prefix: string): Variables;
  configureKey(source: EnvironmentSource, terms: NetworkTerms): ConfiguredKey | Problems;
};

/** The key of one network's paying address, read and not opened yet. */
export type ConfiguredKey = {
  /** CAIP-2. */
  readonly network: string;
  readonly secrets: Readonly<Record<string, string>>;
  open(openSigner: OpenSigner): Promise<TreasuryKey | Problems>;
};
