/** Titles of the rules for operators; the command line takes their names. */
export const ruleTitles = {
  identityAboveEuro: 'Document required above',
  identityValidDays: 'Document valid for',
  travelRuleAboveEuro: 'Wallet declared above',
  driftLimit: 'Price change that needs consent',
  conversionMargin: 'Purchase limit over the price',
  conversionPatienceMinutes: 'Purchase attempted for',
  refundUnsentHours: 'Unsent orders refunded after',
  confirmationAboveEuro: 'New address confirmed above',
  minimumAge: 'Minimum age',
  nameMatchPercent: 'Name similarity for review',
  sanctionsMaximumAgeHours: 'Sanctions list fetched within',
  sanctionsEditionMaximumAgeDays: 'Sanctions list published within',
  secondPersonAboveEuro: 'Second approval above',
  withdrawalSecondApprovalAboveEuro: 'Second approval of withdrawals above',
  forecastWindowDays: 'Forecast averaged over',
  treasuryCoverDays: 'Treasury lasts for',
  defaultPayCurrency: 'Default pay currency',
  defaultCrypto: 'Default crypto',
  defaultMethod: 'Default payment method',
  wakeNextMinutes: 'Alert escalated after',
  seenHoldsMinutes: 'Acknowledged alert silent for',
  limitsNeedSecondApproval: 'Second approval of limits',
  sessionReplay: 'Recorded visits',
} as const;

/** Returns the title of a rule; for an unknown one, its name. */
export function getRuleTitle(name: string): string {
  return Object.hasOwn(ruleTitles, name) ? ruleTitles[name as keyof typeof ruleTitles] : name;
}
