/**
 * Countries whose addresses have no postal code, or can be delivered without one: those without a code in the Universal
 * Postal Union's addressing sheets (https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions), and
 * those where codes were introduced recently and few addresses have one (JM, TZ, TT, UG).
 */
const COUNTRIES_WITHOUT_POSTAL_CODE: ReadonlySet<string> = new Set(
  [
    'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LY ML MO',
    'MR MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TT TV TZ UG VU YE ZW',
  ].flatMap((codes) => codes.split(' ')),
);

/** Returns true if an address in the country requires a postal code. */
export function needsPostalCode(country: string): boolean {
  return !COUNTRIES_WITHOUT_POSTAL_CODE.has(country);
}
