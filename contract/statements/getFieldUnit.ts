/** Unit of a field that is stored as a fraction of one, and displayed and entered in percent. */
export const FRACTION = 'fraction';

type FieldUnit = string | ((key: string) => string);

const readFeeCurrency = (key: string) => key.split('/')[1] ?? '';
const returnKey = (key: string) => key;

/** Units by kind and field; for rules, which have one field each, by kind and key. */
const fieldUnits: Readonly<Record<string, FieldUnit>> = {
  'currency.minimum': returnKey,
  'currency.maximum': returnKey,
  'fee.percent': FRACTION,
  'fee.fixed': readFeeCurrency,
  'fee.minimum': readFeeCurrency,
  'fee.minimumPay': readFeeCurrency,
  'fee.maximumPay': readFeeCurrency,
  'network.expectedMinutes': 'minutes',
  'network.maximumFee': 'native coin',
  'network.minimumTip': 'wei',
  'crypto.spread': FRACTION,
  'crypto.treasuryFloor': returnKey,
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
  'rule.refundUnsentHours': 'hours',
  'rule.confirmationAboveEuro': 'EUR',
  'rule.minimumAge': 'years',
  'rule.nameMatchPercent': '%',
  'rule.sanctionsMaximumAgeHours': 'hours',
  'rule.sanctionsEditionMaximumAgeDays': 'days',
  'rule.secondPersonAboveEuro': 'EUR',
  'rule.withdrawalSecondApprovalAboveEuro': 'EUR',
  'rule.forecastWindowDays': 'days',
  'rule.treasuryCoverDays': 'days',
  'rule.wakeNextMinutes': 'minutes',
  'rule.seenHoldsMinutes': 'minutes',
};

/** Returns the unit of a field of a configuration row, or {@link FRACTION}; undefined for a field without a unit. */
export function getFieldUnit(kind: string, key: string, field: string): string | undefined {
  const name = `${kind}.${kind === 'rule' ? key : field}`;
  const unit = Object.hasOwn(fieldUnits, name) ? fieldUnits[name] : undefined;
  return typeof unit === 'function' ? unit(key) : unit;
}
