import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import { z } from 'zod';
import { APP_SCHEME } from '../partner/partner.ts';
import { PLAIN_ORIGIN } from '../platform/http/securityHeaders.ts';
import { networkValue } from './networkValue.ts';

/** Decimal text of money or of a fraction: never a number, so that no digit is lost on the way. */
const decimal = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,20})(?:\.\d{1,18})?$/, 'must be a plain decimal such as 0.039')
  .describe('a plain decimal such as 1000.00');
const fraction = decimal
  .refine((text) => Number(text) < 1, 'must be a fraction below 1: 0.039 is 3.9 %')
  .describe('a fraction below 1: 0.039 is 3.9 %');
const text = z.string().trim().min(1).max(200);
/** A native coin by SLIP-44, a contract in hexadecimal or in base58. */
const ASSET = /^(?:slip44:\d+|0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
const countryKey = /^(?:\*|[A-Z]{2})$/;
/** A browser takes `https://*` and `https://shop.example;sandbox` for origins; in a policy they mean something else. */
const webOrigin = z
  .string()
  .refine(
    (url) => PLAIN_ORIGIN.test(url) && URL.parse(url)?.origin === url,
    'must be an origin such as https://shop.example',
  );
/** Where buyers may be sent back to: a site, or an app by its scheme. */
const redirectOrigin = z
  .string()
  .refine(
    (url) => APP_SCHEME.test(url) || webOrigin.safeParse(url).success,
    "must be an origin such as https://shop.example, or an app's scheme such as com.example.shop://",
  );

/** This machine may be reached without encryption, which only the sandbox does. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const webhookUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => {
    const parsed = URL.parse(url);
    if (!parsed || parsed.username !== '' || parsed.password !== '') return false;
    return parsed.protocol === 'https:' || LOOPBACK.test(parsed.hostname);
  }, 'must be an https address without a name or a password');

const measures = ['orders', 'amount', 'attempts', 'declines', 'cards', 'buyers'] as const;
const risk = { outcome: z.enum(['hold', 'refuse']), enabled: z.boolean().default(true) };

const value = <Schema extends z.ZodType>(schema: Schema) => z.strictObject({ value: schema });

/** Rules of a single value, by name. */
export const ruleValues = {
  /** Above this, counted over a buyer's orders of thirty days, a verified document is needed before capture. */
  identityAboveEuro: value(decimal),
  /** A verified document is asked for again after this many days. */
  identityValidDays: value(z.int().min(1).max(36_500)),
  /** Above this the buyer says what kind of wallet receives (travel rule). */
  travelRuleAboveEuro: value(decimal),
  /** How much worse than quoted the executable price may be before the buyer is asked. */
  driftLimit: value(fraction),
  /** How far above the agreed price the conversion may buy before it stops. */
  conversionMargin: value(fraction),
  /** How long the crypto of an order is tried to be bought before the money goes back, or a person is called. */
  conversionPatienceMinutes: value(z.number().positive().max(10_080)),
  /** Above this, counted over a day, an order for an address that is new to the buyer takes a fresh code or passkey. */
  confirmationAboveEuro: value(decimal),
  minimumAge: value(z.int().min(0).max(120)),
  /** How like a reviewed name a buyer's must be for a person to look at it, in percent. */
  nameMatchPercent: value(z.int().min(70).max(100)),
  /** No payout is signed while the newest successful fetch of a sanctions list is older than this. */
  sanctionsMaximumAgeHours: value(z.number().positive().max(8760)),
  /** Nor while the list was made longer ago than this: by the date inside, or that of its newest file. */
  sanctionsEditionMaximumAgeDays: value(z.number().positive().max(365)),
  /** Clearing and refunding an order above this takes two people. */
  secondPersonAboveEuro: value(decimal),
  /** Withdrawing more of a coin from the venue within a day than this takes two people; so does what has no price. */
  withdrawalTakesTwoAboveEuro: value(decimal),
  /** Over how many days the treasury's needs are averaged, and for how many the wallets should last. */
  forecastWindowDays: value(z.int().min(1).max(365)),
  treasuryCoverDays: value(z.int().min(1).max(90)),
  /** What a buyer begins with who brings nothing else along, and whose country's currency is not taken. */
  defaultPayCurrency: value(z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as USD')),
  defaultCrypto: value(z.string().regex(/^[A-Z0-9_]{2,33}$/, 'must be a crypto such as BTC')),
  defaultMethod: value(z.enum(payMethods)),
  /** After so long the next person is told of an alert that wakes and that nobody has seen. */
  wakeNextMinutes: value(z.int().min(1).max(240)),
  /** For so long an alert that was seen wakes nobody when it comes again, unless it is worse. */
  seenHoldsMinutes: value(z.int().min(1).max(10_080)),
  /** `yes`: changing limits, fees, countries and rules takes two people as well. */
  limitsTakeTwo: value(z.enum(['yes', 'no'])),
  /** `yes`: a visit that was opened with debug=true is recorded, masked, for finding a fault. */
  sessionReplay: value(z.enum(['yes', 'no'])),
} as const;

export type RuleName = keyof typeof ruleValues;

/**
 * Everything that an operator decides while the product runs: one row of the database for each key of a kind. The seeds
 * in `seeds/` are the first values.
 */
export const kinds = {
  currency: {
    about: 'a currency to pay with; limits are on what the buyer pays, fees included',
    key: /^[A-Z]{3}$/,
    value: z.strictObject({ name: text, minimum: decimal, maximum: decimal, enabled: z.boolean().default(true) }),
  },
  fee: {
    about:
      "a payment method's fee in a currency, METHOD/CURRENCY; its limits where they are narrower than the currency's",
    key: new RegExp(`^(?:${payMethods.join('|')})/[A-Z]{3}$`),
    value: z.strictObject({
      percent: fraction,
      fixed: decimal,
      minimum: decimal,
      minimumPay: decimal.optional(),
      maximumPay: decimal.optional(),
      enabled: z.boolean().default(true),
    }),
  },
  network: {
    about: 'a network to deliver on; its node is the variable <ID>_RPC_URL. A change holds from the next start on',
    key: /^[a-z][a-z0-9]{1,30}$/,
    value: networkValue,
  },
  crypto: {
    about: 'a crypto to receive; `asset` is slip44:N for a native coin, else the token contract',
    key: /^[A-Z0-9]{2,16}(?:_[A-Z0-9]{2,16})?$/,
    value: z.strictObject({
      symbol: text.max(16),
      name: text,
      network: text,
      decimals: z.int().min(0).max(18),
      asset: z.string().regex(ASSET, 'must be slip44:N or a contract address'),
      marketBase: text.max(16).optional(),
      spread: fraction,
      treasuryFloor: decimal.optional(),
      popular: z.boolean().default(false),
      hot: z.boolean().default(false),
      enabled: z.boolean().default(true),
    }),
  },
  country: {
    about: "a country's rules by its ISO 3166 code; * is every other one",
    key: countryKey,
    value: z.strictObject({
      banned: z.boolean().default(false),
      citizensServed: z.boolean().default(true),
      /** Absent: all of them. */
      methods: z.array(z.enum(payMethods)).optional(),
      currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).optional(),
      maximumEuro: decimal.optional(),
    }),
  },
  rule: {
    about: `a rule of one value: ${Object.keys(ruleValues).join(', ')}`,
    key: new RegExp(`^(?:${Object.keys(ruleValues).join('|')})$`),
    value: z.strictObject({ value: z.union([z.string(), z.number()]) }),
  },
  'risk-rule': {
    about: 'what holds or refuses an order: so many of a measure by a subject within a time, or a mismatch',
    key: /^[a-z][a-z0-9_]{2,40}$/,
    value: z.union([
      z.strictObject({
        measure: z.enum(measures),
        of: z.enum(['buyer', 'card', 'address', 'ip']),
        within: z.enum(['hour', 'day', 'month']),
        above: decimal,
        ...risk,
      }),
      z.strictObject({
        measure: z.enum(['card_country_differs', 'payer_name_differs']),
        aboveEuro: decimal,
        ...risk,
      }),
    ]),
  },
  partner: {
    about:
      'a site that opens Slipway: its origins, what it has agreed, where its events are posted to, its share of what the buyer pays, how much a login that it minted may pay with saved cards in a day',
    key: /^[a-z0-9][a-z0-9-]{1,62}$/,
    value: z.strictObject({
      name: text,
      kind: z.enum(['payment_partner', 'partner_site']),
      origins: z.array(webOrigin).max(20),
      redirects: z.array(redirectOrigin).max(20).default([]),
      payMethod: z.enum(payMethods).optional(),
      offerType: text.max(64).optional(),
      webhookUrl: webhookUrl.optional(),
      /** What a login that it minted may pay with a buyer's saved cards in a day; above it the buyer gives a code. */
      savedCardEuroPerDay: decimal.default('0'),
      share: fraction.default('0'),
      enabled: z.boolean().default(true),
    }),
  },
  provider: {
    about: 'another provider whose offers are sold beside the own one: `enabled=false` takes it out',
    key: /^[a-z][A-Za-z0-9]{1,40}$/,
    value: z.strictObject({ enabled: z.boolean() }),
  },
  'transfer-account': {
    about: "the operator's bank account for transfers in a currency",
    key: /^[A-Z]{3}$/,
    value: z.strictObject({ accountHolder: text, account: text.max(34), bankCode: text.max(34), bankName: text }),
  },
  'denied-address': {
    about: 'an address that is never paid',
    key: /^\S{20,128}$/,
    value: z.strictObject({ reason: text }),
  },
  'blocked-network': {
    about: 'an IP address or a network, as 203.0.113.0/24, that no call is answered but getallcountry',
    key: /^[0-9A-Fa-f.:]{2,45}(?:\/\d{1,3})?$/,
    value: z.strictObject({ reason: text }),
  },
  'reviewed-name': {
    about:
      'a name that a person has to look at before its buyer is served; as `Family name, Given names` where it has three words or more',
    key: /^\S.{1,198}\S$/u,
    value: z.strictObject({ reason: text }),
  },
} as const satisfies Record<string, { about: string; key: RegExp; value: z.ZodType }>;

export type Kind = keyof typeof kinds;

export type KindValue<Name extends Kind> = z.output<(typeof kinds)[Name]['value']>;

/** All rows, by kind and key, each as its kind's schema has it. */
export type Configuration = { readonly [Name in Kind]: ReadonlyMap<string, KindValue<Name>> };

export type ConfigurationRow = { readonly kind: string; readonly key: string; readonly value: unknown };

/** What is wrong with a row, said so that the operator can mend it. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** What a row's value is checked by; of a rule, by its name. */
export function schemaOf(kind: Kind, key: string): z.ZodType {
  return kind === 'rule' && Object.hasOwn(ruleValues, key) ? ruleValues[key as RuleName] : kinds[kind].value;
}

export function isKind(name: string): name is Kind {
  return Object.hasOwn(kinds, name);
}

/** Checks one row by its kind. Throws {@link ConfigurationError}. */
export function readRow({ kind, key, value: raw }: ConfigurationRow): { readonly kind: Kind; readonly value: unknown } {
  if (!isKind(kind)) throw new ConfigurationError(`there is no kind ${kind}: ${Object.keys(kinds).join(', ')}`);
  if (!kinds[kind].key.test(key)) throw new ConfigurationError(`${kind} ${key}: not a key of ${kinds[kind].about}`);
  const parsed = schemaOf(kind, key).safeParse(raw);
  if (parsed.success) return { kind, value: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ConfigurationError(
    `${kind} ${key}${field === '' ? '' : `, ${field}`}: ${issue?.message ?? 'is not valid'}`,
  );
}

/** Throws {@link ConfigurationError} for the first row that is at fault. */
export function readConfiguration(rows: readonly ConfigurationRow[]): Configuration {
  const configuration = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, new Map<string, unknown>()]));
  for (const row of rows) configuration[row.kind]?.set(row.key, readRow(row).value);
  return configuration as unknown as Configuration;
}
