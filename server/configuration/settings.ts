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
import { type BlockedNetworks, createBlockedNetworks, isNetwork } from '../region/blockedNetworks.ts';
import { type RiskRule, toRiskRules } from '../risk/riskRules.ts';
import { type Configuration, ConfigurationError, type KindValue, type RuleName } from './configurationKinds.ts';

/** The operator's configuration in the types of the modules that use it; one consistent edition. */
export type Settings = {
  readonly catalog: Catalog;
  readonly rules: Rules;
  readonly riskRules: readonly RiskRule[];
  readonly partners: Partners;
  readonly blockedNetworks: BlockedNetworks;
  readonly deniedAddresses: readonly string[];
  readonly reviewedNames: readonly string[];
  /** Other providers that the operator has disabled. */
  readonly providersOff: ReadonlySet<string>;
};

/**
 * Returns the rows as typed settings, limited to what the configured vendors support; without an offering, as if
 * everything were supported. Throws {@link ConfigurationError} if rows are inconsistent.
 */
export function buildSettings(configuration: Configuration, offering?: Offering): Settings {
  const rules = buildRules(configuration, offering?.identity ?? true);
  return {
    catalog: buildSettingsCatalog(configuration, rules, offering),
    rules,
    riskRules: toRiskRules(configuration['risk-rule'], parseEuroCents),
    partners: buildPartners(configuration),
    blockedNetworks: parseBlockedNetworks(configuration),
    deniedAddresses: [...configuration['denied-address'].keys()],
    reviewedNames: [...configuration['reviewed-name'].keys()],
    providersOff: new Set([...configuration.provider].flatMap(([id, { enabled }]) => (enabled ? [] : [id]))),
  };
}

function buildSettingsCatalog(configuration: Configuration, rules: Rules, offering: Offering | undefined): Catalog {
  // Without an identity vendor no document can be requested: amounts that need one are not offered.
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
        defaults: readDefaults(configuration),
      },
      offering && { offering, maximumEuroCents },
    );
  } catch (error) {
    if (error instanceof CatalogError) throw new ConfigurationError(error.message);
    throw error;
  }
}

/** Returns a function that reads a rule's value as text. */
function createRuleReader(configuration: Configuration): (name: RuleName) => string {
  return (name) => {
    const row = configuration.rule.get(name);
    if (!row) throw new ConfigurationError(`rule ${name} is missing`);
    return String(row.value);
  };
}

function readDefaults(configuration: Configuration): CatalogRows['defaults'] {
  const read = createRuleReader(configuration);
  return {
    payCurrency: read('defaultPayCurrency'),
    crypto: read('defaultCrypto'),
    // The schema of this rule accepts nothing else.
    method: read('defaultMethod') as PayMethod,
  };
}

function buildRules(configuration: Configuration, identityOffered: boolean): Rules {
  const read = createRuleReader(configuration);
  const MINUTE_MS = 60_000;
  const HOUR_MS = 60 * MINUTE_MS;
  return {
    identityAboveEuroCents: parseEuroCents(read('identityAboveEuro')),
    identityOffered,
    identityValidDays: Number(read('identityValidDays')),
    travelRuleAboveEuroCents: parseEuroCents(read('travelRuleAboveEuro')),
    driftLimit: parseDecimal(read('driftLimit')),
    conversionMargin: parseDecimal(read('conversionMargin')),
    conversionPatienceMs: Number(read('conversionPatienceMinutes')) * MINUTE_MS,
    refundUnsentMs: Number(read('refundUnsentHours')) * HOUR_MS || null,
    confirmationAboveEuroCents: parseEuroCents(read('confirmationAboveEuro')),
    minimumAge: Number(read('minimumAge')),
    nameMatchPercent: Number(read('nameMatchPercent')),
    sanctionsMaximumAgeMs: Number(read('sanctionsMaximumAgeHours')) * HOUR_MS,
    sanctionsEditionMaximumAgeMs: Number(read('sanctionsEditionMaximumAgeDays')) * 24 * HOUR_MS,
    secondPersonAboveEuroCents: parseEuroCents(read('secondPersonAboveEuro')),
    withdrawalSecondApprovalAboveEuroCents: parseEuroCents(read('withdrawalSecondApprovalAboveEuro')),
    forecastWindowDays: Number(read('forecastWindowDays')),
    treasuryCoverDays: Number(read('treasuryCoverDays')),
    wakeNextMs: Number(read('wakeNextMinutes')) * MINUTE_MS,
    seenHoldsMs: Number(read('seenHoldsMinutes')) * MINUTE_MS,
    limitsNeedSecondApproval: read('limitsNeedSecondApproval') === 'yes',
    sessionReplay: read('sessionReplay') === 'yes',
  };
}

function parseBlockedNetworks(configuration: Configuration): BlockedNetworks {
  const networks = [...configuration['blocked-network'].keys()];
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined) throw new ConfigurationError(`blocked-network ${wrong}: not an IP address or a network`);
  return createBlockedNetworks(networks);
}

function buildPartners(configuration: Configuration): Partners {
  return new Map(
    [...configuration.partner].filter(([, row]) => row.enabled).map(([id, row]) => [id, buildPartner(id, row)]),
  );
}

type PartnerRow = KindValue<'partner'>;

/** Returns the partner that a row describes, enabled or not. */
export function buildPartner(id: string, row: PartnerRow): Partner {
  return {
    id,
    name: row.name,
    kind: row.kind,
    origins: row.origins,
    redirects: row.redirects,
    payMethod: row.payMethod ?? '',
    offerType: row.offerType ?? '',
    webhookUrl: row.webhookUrl,
    savedCardCentsPerDay: parseEuroCents(row.savedCardEuroPerDay),
    share: parseDecimal(row.share),
  };
}

function parseEuroCents(text: string): bigint {
  try {
    return parseAmount(fiatAsset('EUR'), text).units;
  } catch {
    throw new ConfigurationError(`${text} is not an amount in euros and cents`);
  }
}
