/**
 * Countries whose addresses have no postal code, or can be delivered without one: those of the Universal Postal Union
 * without a code in its addressing sheets (https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions),
 * and those where it was introduced lately and few addresses have it (JM, TZ, TT, UG).
 */
const WITHOUT_CODES: ReadonlySet<string> = new Set(
  [
    'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LY ML MO',
    'MR MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TT TV TZ UG VU YE ZW',
  ].flatMap((codes) => codes.split(' ')),
);

/** Whether an address in the country is complete only with a postal code. */
export function needsPostalCode(country: string): boolean {
  return !WITHOUT_CODES.has(country);
}
