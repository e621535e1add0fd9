import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { parseAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Partner, Partners } from '../partner/partner.ts';
import type { Rules } from '../platform/config/rules.ts';
import { buildCatalog } from '../purchase/catalog/buildCatalog.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { CatalogError } from '../purchase/catalog/catalogError.ts';
import type { CatalogRows } from '../purchase/catalog/catalogRows.ts';
import type { Offering } from '../purchase/catalog/offering.ts';
import { type BlockedNetworks, blockNetworks, isNetwork } from '../region/blockedNetworks.ts';
import { type RiskRule, riskRulesOf } from '../risk/riskRules.ts';
import { type Configuration, ConfigurationError, type KindValue, type RuleName } from './kinds.ts';

/** The operator's decisions in the words of the rooms that follow them; one edition, whole. */
export type Settings = {
  readonly catalog: Catalog;
  readonly rules: Rules;
  readonly riskRules: readonly RiskRule[];
  readonly partners: Partners;
  readonly blockedNetworks: BlockedNetworks;
  readonly deniedAddresses: readonly string[];
  readonly reviewedNames: readonly string[];
  /** Other providers that the operator has taken out. */
  readonly providersOff: ReadonlySet<string>;
};

/**
 * The rows as the rooms follow them, narrowed to what the vendors make possible; without an offering, as if they made
 * everything possible. Throws {@link ConfigurationError} when rows do not fit together.
 */
export function settingsOf(configuration: Configuration, offering?: Offering): Settings {
  const rules = rulesOf(configuration, offering?.identity ?? true);
  return {
    catalog: catalogOf(configuration, rules, offering),
    rules,
    riskRules: riskRulesOf(configuration['risk-rule'], euroCents),
    partners: partnersOf(configuration),
    blockedNetworks: blockedNetworksOf(configuration),
    deniedAddresses: [...configuration['denied-address'].keys()],
    reviewedNames: [...configuration['reviewed-name'].keys()],
    providersOff: new Set([...configuration.provider].flatMap(([id, { enabled }]) => (enabled ? [] : [id]))),
  };
}

function catalogOf(configuration: Configuration, rules: Rules, offering: Offering | undefined): Catalog {
  // A document could be asked of nobody: an amount that needs one is not offered at all.
  const maximumEuroCents = rules.identityOffered ? undefined : rules.identityAboveEuroCents;
  try {
    return buildCatalog(
      {
        currencies: configuration.currency,
        fees: configuration.fee,
        networks: configuration.network,
        cryptos: configuration.crypto,
        countries: configuration.country,
        transferAccounts: configuration['transfer-account'],
        defaults: defaultsOf(configuration),
      },
      offering && { offering, maximumEuroCents },
    );
  } catch (error) {
    if (error instanceof CatalogError) throw new ConfigurationError(error.message);
    throw error;
  }
}

/** A rule's one value, as text. */
function reader(configuration: Configuration): (name: RuleName) => string {
  return (name) => {
    const row = configuration.rule.get(name);
    if (!row) throw new ConfigurationError(`rule ${name} is missing`);
    return String(row.value);
  };
}

function defaultsOf(configuration: Configuration): CatalogRows['defaults'] {
  const read = reader(configuration);
  return {
    payCurrency: read('defaultPayCurrency'),
    crypto: read('defaultCrypto'),
    // Its schema takes nothing else.
    method: read('defaultMethod') as PayMethod,
  };
}

function rulesOf(configuration: Configuration, identityOffered: boolean): Rules {
  const read = reader(configuration);
  const MINUTE_MS = 60_000;
  const HOUR_MS = 60 * MINUTE_MS;
  return {
    identityAboveEuroCents: euroCents(read('identityAboveEuro')),
    identityOffered,
    identityValidDays: Number(read('identityValidDays')),
    travelRuleAboveEuroCents: euroCents(read('travelRuleAboveEuro')),
    driftLimit: parseDecimal(read('driftLimit')),
    conversionMargin: parseDecimal(read('conversionMargin')),
    conversionPatienceMs: Number(read('conversionPatienceMinutes')) * MINUTE_MS,
    confirmationAboveEuroCents: euroCents(read('confirmationAboveEuro')),
    minimumAge: Number(read('minimumAge')),
    nameMatchPercent: Number(read('nameMatchPercent')),
    sanctionsMaximumAgeMs: Number(read('sanctionsMaximumAgeHours')) * HOUR_MS,
    sanctionsEditionMaximumAgeMs: Number(read('sanctionsEditionMaximumAgeDays')) * 24 * HOUR_MS,
    secondPersonAboveEuroCents: euroCents(read('secondPersonAboveEuro')),
    withdrawalTakesTwoAboveEuroCents: euroCents(read('withdrawalTakesTwoAboveEuro')),
    forecastWindowDays: Number(read('forecastWindowDays')),
    treasuryCoverDays: Number(read('treasuryCoverDays')),
    wakeNextMs: Number(read('wakeNextMinutes')) * MINUTE_MS,
    seenHoldsMs: Number(read('seenHoldsMinutes')) * MINUTE_MS,
    limitsTakeTwo: read('limitsTakeTwo') === 'yes',
    sessionReplay: read('sessionReplay') === 'yes',
  };
}

function blockedNetworksOf(configuration: Configuration): BlockedNetworks {
  const networks = [...configuration['blocked-network'].keys()];
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined) throw new ConfigurationError(`blocked-network ${wrong}: not an IP address or a network`);
  return blockNetworks(networks);
}

function partnersOf(configuration: Configuration): Partners {
  return new Map(
    [...configuration.partner].filter(([, row]) => row.enabled).map(([id, row]) => [id, partnerOf(id, row)]),
  );
}

type PartnerRow = KindValue<'partner'>;

/** A partner as its row agrees with it, whether it is switched on or not. */
export function partnerOf(id: string, row: PartnerRow): Partner {
  return {
    id,
    name: row.name,
    kind: row.kind,
    origins: row.origins,
    redirects: row.redirects,
    payMethod: row.payMethod ?? '',
    offerType: row.offerType ?? '',
    webhookUrl: row.webhookUrl,
    savedCardCentsPerDay: euroCents(row.savedCardEuroPerDay),
    share: parseDecimal(row.share),
  };
}

function euroCents(text: string): bigint {
  try {
    return parseAmount(fiatAsset('EUR'), text).units;
  } catch {
    throw new ConfigurationError(`${text} is not an amount in euros and cents`);
  }
}
