/** A field that the row has as a fraction of one, and people read and write in percent. */
export const FRACTION = 'fraction';

type UnitOf = string | ((key: string) => string);

const currencyOfFee = (key: string) => key.split('/')[1] ?? '';
const ownKey = (key: string) => key;

/** Units by kind and field; of rules, which have one field each, by kind and key. */
const units: Readonly<Record<string, UnitOf>> = {
  'currency.minimum': ownKey,
  'currency.maximum': ownKey,
  'fee.percent': FRACTION,
  'fee.fixed': currencyOfFee,
  'fee.minimum': currencyOfFee,
  'fee.minimumPay': currencyOfFee,
  'fee.maximumPay': currencyOfFee,
  'network.expectedMinutes': 'minutes',
  'network.maximumFee': 'native coin',
  'network.minimumTip': 'wei',
  'crypto.spread': FRACTION,
  'crypto.treasuryFloor': ownKey,
  'country.maximumEuro': 'EUR',
  'risk-rule.aboveEuro': 'EUR',
  'partner.savedCardEuroPerDay': 'EUR',
  'partner.share': FRACTION,
  'rule.identityAboveEuro': 'EUR',
  'rule.identityValidDays': 'days',
  'rule.travelRuleAboveEuro': 'EUR',
  'rule.driftLimit': FRACTION,
  'rule.conversionMargin': FRACTION,
  'rule.conversionPatienceMinutes': 'minutes',
  'rule.confirmationAboveEuro': 'EUR',
  'rule.minimumAge': 'years',
  'rule.nameMatchPercent': '%',
  'rule.sanctionsMaximumAgeHours': 'hours',
  'rule.sanctionsEditionMaximumAgeDays': 'days',
  'rule.secondPersonAboveEuro': 'EUR',
  'rule.withdrawalTakesTwoAboveEuro': 'EUR',
  'rule.forecastWindowDays': 'days',
  'rule.treasuryCoverDays': 'days',
  'rule.wakeNextMinutes': 'minutes',
  'rule.seenHoldsMinutes': 'minutes',
};

/** The unit of a field of a configuration row, or {@link FRACTION}. Undefined for a field without a unit. */
export function fieldUnit(kind: string, key: string, field: string): string | undefined {
  const name = `${kind}.${kind === 'rule' ? key : field}`;
  const unit = Object.hasOwn(units, name) ? units[name] : undefined;
  return typeof unit === 'function' ? unit(key) : unit;
}
