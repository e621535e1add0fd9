import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import { z } from 'zod';
import { APP_SCHEME } from '../partner/partner.ts';
import { PLAIN_ORIGIN } from '../platform/http/headers/securityHeaders.ts';
import { networkSchema } from './networkSchema.ts';

/** Decimal text of money or of a fraction: never a number, so that no digit is lost to rounding. */
const decimal = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,20})(?:\.\d{1,18})?$/, 'must be a plain decimal such as 0.039')
  .describe('a plain decimal such as 1000.00');
const fraction = decimal
  .refine((text) => Number(text) < 1, 'must be a fraction below 1: 0.039 is 3.9 %')
  .describe('a fraction below 1: 0.039 is 3.9 %');
const text = z.string().trim().min(1).max(200);
/** A native coin by its SLIP-44 type, or a contract address in hexadecimal or base58. */
const ASSET = /^(?:slip44:\d+|0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
const countryKey = /^(?:\*|[A-Z]{2})$/;
/**
 * Browsers parse `https://*` and `https://shop.example;sandbox` as origins; in a Content-Security-Policy they mean
 * something else.
 */
const webOrigin = z
  .string()
  .refine(
    (url) => PLAIN_ORIGIN.test(url) && URL.parse(url)?.origin === url,
    'must be an origin such as https://shop.example',
  );
/** Origins to which buyers may be redirected: a site, or an app by its URL scheme. */
const redirectOrigin = z
  .string()
  .refine(
    (url) => APP_SCHEME.test(url) || webOrigin.safeParse(url).success,
    "must be an origin such as https://shop.example, or an app's scheme such as com.example.shop://",
  );

/** Loopback hosts may be reached without TLS; only the sandbox does this. */
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

/** Schemas of the single-value rules, by name. */
export const ruleSchemas = {
  /** Above this total of a buyer's orders within thirty days, a verified document is required before capture. */
  identityAboveEuro: value(decimal),
  /** A verified document expires after this many days. */
  identityValidDays: value(z.int().min(1).max(36_500)),
  /** Above this value of an order, the buyer declares which kind of wallet receives (travel rule). */
  travelRuleAboveEuro: value(decimal),
  /** How much worse than the quote the executable price may be before the buyer must agree. */
  driftLimit: value(fraction),
  /** How far above the agreed price the conversion may buy before it stops. */
  conversionMargin: value(fraction),
  /**
   * How long buying an order's crypto is attempted. After that the money is refunded if nothing was bought; otherwise a
   * person is notified.
   */
  conversionPatienceMinutes: value(z.number().positive().max(10_080)),
  /**
   * Hours after which a paid order is refunded if it cannot be sent for a reason other than missing funds, such as a
   * stopped signer. 0: never; the order waits until it can be sent. Other values are six or more, because the deadline is
   * first checked after six hours.
   */
  refundUnsentHours: value(z.union([z.literal(0), z.number().min(6).max(8760)])),
  /** Above this total within a day, an order to an address that is new to the buyer requires a fresh code or passkey. */
  confirmationAboveEuro: value(decimal),
  minimumAge: value(z.int().min(0).max(120)),
  /** Minimum similarity in percent between a buyer's name and a reviewed name for a manual review. */
  nameMatchPercent: value(z.int().min(70).max(100)),
  /** No payout is signed while the newest successful fetch of a sanctions list is older than this. */
  sanctionsMaximumAgeHours: value(z.number().positive().max(8760)),
  /**
   * No payout is signed while a sanctions list is older than this, by its publication date or that of its newest file.
   */
  sanctionsEditionMaximumAgeDays: value(z.number().positive().max(365)),
  /**
   * Actions such as clearing or refunding orders need a second approval if the orders signed together are worth more than
   * this; so does importing bank statements with more credits.
   */
  secondPersonAboveEuro: value(decimal),
  /**
   * Above this total of a coin within a day, a withdrawal from the exchange needs a second approval. A withdrawal of a
   * coin without a price always needs one.
   */
  withdrawalSecondApprovalAboveEuro: value(decimal),
  /** The number of days over which the treasury's needs are averaged. */
  forecastWindowDays: value(z.int().min(1).max(365)),
  /** The number of days for which the treasury's coins should cover these needs. */
  treasuryCoverDays: value(z.int().min(1).max(90)),
  /** Selected initially if the buyer's link names no currency, and the currency of the buyer's country is not accepted. */
  defaultPayCurrency: value(z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as USD')),
  /** The crypto and the method that are selected initially if the buyer's link names none. */
  defaultCrypto: value(z.string().regex(/^[A-Z0-9_]{2,33}$/, 'must be a crypto such as BTC')),
  defaultMethod: value(z.enum(payMethods)),
  /** Minutes without acknowledgement after which a waking alert is escalated to the next person. */
  wakeNextMinutes: value(z.int().min(1).max(240)),
  /** How long an acknowledged alert stays silent when it recurs, unless it is worse. */
  seenHoldsMinutes: value(z.int().min(1).max(10_080)),
  /** `yes`: changes of limits, fees, countries and rules need a second approval. */
  limitsNeedSecondApproval: value(z.enum(['yes', 'no'])),
  /** `yes`: a visit opened with debug=true is recorded, masked, for debugging. */
  sessionReplay: value(z.enum(['yes', 'no'])),
} as const;

export type RuleName = keyof typeof ruleSchemas;

/**
 * Everything that an operator configures at run time: one database row per kind and key. The seeds in `seeds/` are the
 * initial values.
 */
export const configurationKinds = {
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
    value: networkSchema,
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
    about: "a country's rules by its ISO 3166 code; * is for all others",
    key: countryKey,
    value: z.strictObject({
      banned: z.boolean().default(false),
      citizensServed: z.boolean().default(true),
      /** Absent: all methods. */
      methods: z.array(z.enum(payMethods)).optional(),
      currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).optional(),
      maximumEuro: decimal.optional(),
    }),
  },
  rule: {
    about: `a rule of one value: ${Object.keys(ruleSchemas).join(', ')}`,
    key: new RegExp(`^(?:${Object.keys(ruleSchemas).join('|')})$`),
    value: z.strictObject({ value: z.union([z.string(), z.number()]) }),
  },
  'risk-rule': {
    about:
      'a rule that holds or refuses an order: if a measure of a subject exceeds a number within a time, or on a mismatch',
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
      'a site that opens Slipway: its origins, its terms, the address for its events, its share of what the buyer pays, how much a login that it minted may pay with saved cards in a day',
    key: /^[a-z0-9][a-z0-9-]{1,62}$/,
    value: z.strictObject({
      name: text,
      kind: z.enum(['payment_partner', 'partner_site']),
      origins: z.array(webOrigin).max(20),
      redirects: z.array(redirectOrigin).max(20).default([]),
      payMethod: z.enum(payMethods).optional(),
      offerType: text.max(64).optional(),
      webhookUrl: webhookUrl.optional(),
      /** What a login minted by the partner may pay with a buyer's saved cards per day; above it the buyer enters a code. */
      savedCardEuroPerDay: decimal.default('0'),
      share: fraction.default('0'),
      enabled: z.boolean().default(true),
    }),
  },
  provider: {
    about: 'another provider whose offers are sold next to your own: `enabled=false` disables it',
    key: /^[a-z][A-Za-z0-9]{1,40}$/,
    value: z.strictObject({ enabled: z.boolean() }),
  },
  'transfer-account': {
    about: "the operator's bank account for transfers in a currency",
    key: /^[A-Z]{3}$/,
    value: z.strictObject({ accountHolder: text, account: text.max(34), bankCode: text.max(34), bankName: text }),
  },
  'denied-address': {
    about: 'a denied address, to which nothing is paid out',
    key: /^\S{20,128}$/,
    value: z.strictObject({ reason: text }),
  },
  'blocked-network': {
    about: 'a blocked IP address or network, such as 203.0.113.0/24: only getallcountry is answered',
    key: /^[0-9A-Fa-f.:]{2,45}(?:\/\d{1,3})?$/,
    value: z.strictObject({ reason: text }),
  },
  'reviewed-name': {
    about:
      'a name that needs a review before its buyer is served; written as `Family name, Given names` if it has three words or more',
    key: /^\S.{1,198}\S$/u,
    value: z.strictObject({ reason: text }),
  },
} as const satisfies Record<string, { about: string; key: RegExp; value: z.ZodType }>;

export type ConfigurationKind = keyof typeof configurationKinds;

export type KindValue<Name extends ConfigurationKind> = z.output<(typeof configurationKinds)[Name]['value']>;

/** All rows by kind and key, parsed by the schema of their kind. */
export type Configuration = { readonly [Name in ConfigurationKind]: ReadonlyMap<string, KindValue<Name>> };

export type ConfigurationRow = { readonly kind: string; readonly key: string; readonly value: unknown };

/** Describes an invalid row so that the operator can correct it. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** Returns the schema of a row's value; a rule's schema depends on its name. */
export function findRowSchema(kind: ConfigurationKind, key: string): z.ZodType {
  return kind === 'rule' && Object.hasOwn(ruleSchemas, key)
    ? ruleSchemas[key as RuleName]
    : configurationKinds[kind].value;
}

export function isConfigurationKind(name: string): name is ConfigurationKind {
  return Object.hasOwn(configurationKinds, name);
}

/** Validates a row against its kind. Throws {@link ConfigurationError}. */
export function parseConfigurationRow({ kind, key, value: raw }: ConfigurationRow): {
  readonly kind: ConfigurationKind;
  readonly value: unknown;
} {
  if (!isConfigurationKind(kind))
    throw new ConfigurationError(`there is no kind ${kind}: ${Object.keys(configurationKinds).join(', ')}`);
  if (!configurationKinds[kind].key.test(key))
    throw new ConfigurationError(`${kind} ${key}: not a key of ${configurationKinds[kind].about}`);
  const parsed = findRowSchema(kind, key).safeParse(raw);
  if (parsed.success) return { kind, value: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ConfigurationError(
    `${kind} ${key}${field === '' ? '' : `, ${field}`}: ${issue?.message ?? 'is not valid'}`,
  );
}

/** Parses all rows, and ignores rows of an unknown kind. Throws {@link ConfigurationError} for the first invalid row. */
export function parseConfiguration(rows: readonly ConfigurationRow[]): Configuration {
  const configuration = Object.fromEntries(
    Object.keys(configurationKinds).map((kind) => [kind, new Map<string, unknown>()]),
  );
  for (const row of rows) configuration[row.kind]?.set(row.key, parseConfigurationRow(row).value);
  return configuration as unknown as Configuration;
}
