// Formats and validates the texts of the three card fields, without access to the page.

const BRANDS = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|65|64[4-9])/],
  ['diners', /^(36|38|30[0-5])/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
];

export const BRAND_MARKS = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
  unknown: '',
};

export const extractDigits = (text) => text.replace(/\D/g, '');

export function findBrand(number) {
  return BRANDS.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown';
}

function getNumberLength(brand) {
  if (brand === 'amex') return 15;
  return brand === 'diners' ? 14 : 16;
}

/** Groups the digits as on the card: 4-6-5 for American Express, 4-4-4-4 for others. */
export function formatNumber(text) {
  const digits = extractDigits(text);
  const brand = findBrand(digits);
  const shown = digits.slice(0, brand === 'unknown' ? 19 : getNumberLength(brand));
  const groups = brand === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : null;
  if (groups) return (groups.exec(shown) ?? []).slice(1).filter(Boolean).join(' ');
  return shown.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats as MM / YY. A first digit above 1 is a whole month. Shortens a year of four digits, which browsers may fill in. */
export function formatExpiry(text, isDeleting) {
  let digits = extractDigits(text);
  if (digits.length === 6) digits = digits.slice(0, 2) + digits.slice(4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (digits.length === 1 && /^\d\s*\//.test(text)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  if (digits.length < 2) return digits;
  if (digits.length === 2) return isDeleting ? digits : `${digits} / `;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

function passesLuhn(number) {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Functions that return the error code of a field's text, or undefined. */
export const checks = {
  number(text) {
    const digits = extractDigits(text);
    const brand = findBrand(digits);
    if (digits.length < getNumberLength(brand)) return 'incomplete_number';
    return brand !== 'unknown' && passesLuhn(digits) ? undefined : 'invalid_number';
  },
  expiry(text, { now }) {
    const digits = extractDigits(text);
    if (digits.length < 4) return 'incomplete_expiry';
    const month = Number(digits.slice(0, 2));
    const year = 2000 + Number(digits.slice(2));
    if (month < 1 || month > 12) return 'invalid_expiry_month';
    const thisYear = now.getUTCFullYear();
    if (year < thisYear) return 'invalid_expiry_year_past';
    if (year > thisYear + 50) return 'invalid_expiry_year';
    return year === thisYear && month < now.getUTCMonth() + 1 ? 'invalid_expiry_month_past' : undefined;
  },
  cvc(text, { number }) {
    const digits = extractDigits(text);
    const isEnough = digits.length === 3 || (digits.length === 4 && findBrand(extractDigits(number)) === 'amex');
    return isEnough ? undefined : 'incomplete_cvc';
  },
};
