const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Whether it has the form of an IBAN and its check digits are right (ISO 13616, ISO 7064 mod 97-10). */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/**
 * Countries and territories of the SEPA schemes by the code that their IBANs begin with (European Payments Council,
 * EPC409-09). Elsewhere a euro transfer is an international one.
 */
const SEPA =
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA';

const SEPA_COUNTRIES: ReadonlySet<string> = new Set(SEPA.split(' '));

/** Whether a euro transfer to this account goes through SEPA. */
export function isInSepa(account: string): boolean {
  return isIban(account) && SEPA_COUNTRIES.has(account.slice(0, 2));
}
