import { type AwkwardInput, acceptAs, acceptUnchanged, refuse } from './awkwardInput.testing.ts';

const NOT_A_DATE = 'must be a date such as 1990-05-31';

/** `birthDate` of addKyc. */
export const birthDateInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged('1990-05-31', '2000-02-29', '1940-12-31'),
  ...acceptAs(['١٩٩٠-٠٥-٣١', '1990-05-31'], ['１９９０-０５-３１', '1990-05-31'], ['१९९०-०५-३१', '1990-05-31']),
  ...acceptAs(
    [' 1990-05-31 ', '1990-05-31'],
    ['\u200E1990-\u200E05-\u200E31', '1990-05-31'],
    ['1990-05-31\u200B', '1990-05-31'],
  ),
  ...refuse(
    NOT_A_DATE,
    '',
    '1990-5-31',
    '31.05.1990',
    '05/31/1990',
    '1990-02-30',
    '1900-02-29',
    '1990-13-01',
    '1990-00-10',
  ),
  ...refuse(
    NOT_A_DATE,
    '19900531',
    '1990-05-31T00:00:00Z',
    '1990\u221205\u221231',
    '1990–05–31',
    '-1990-05-31',
    '+001990-05-31',
  ),
  ...refuse(
    NOT_A_DATE,
    'undefined',
    'null',
    'May 31, 1990',
    '1990-05-3O',
    '643939200',
    'Born: 1990-05-31',
    '1990-05-31\u0007',
  ),
  // Buddhist, Persian and mistyped years are errors to correct, not buyers of an invalid age.
  ...refuse('is after today', '2533-05-31', '2099-01-01', '9999-12-31'),
  ...refuse('is more than 120 years ago', '1369-03-10', '1410-11-06', '0001-01-01', '1890-05-31'),
  ...refuse('too_young', '2020-05-31'),
];

/** Texts typed or pasted into the date-of-birth field, with the sent value: '' if the page refuses it. */
export const typedDateInputs: readonly (readonly [typed: string, sent: string])[] = [
  ['1990/5/3', '1990-05-03'],
  ['1990-5-31', '1990-05-31'],
  ['1990.05.31', '1990-05-31'],
  ['3.5.1990', '1990-05-03'],
  ['1990年5月31日', '1990-05-31'],
  ['1990年5月3日', '1990-05-03'],
  ['1990. 5. 31.', '1990-05-31'],
  ['1990 05 31', '1990-05-31'],
  ['1990\u221205\u221231', '1990-05-31'],
  ['1990–05–31', '1990-05-31'],
  ['１９９０／０５／３１', '1990-05-31'],
  ['٣١.٠٥.١٩٩٠', '1990-05-31'],
  ['\u200E31.\u200E05.\u200E1990', '1990-05-31'],
  ['\u200F1990-05-31', '1990-05-31'],
  ['\uFEFF19900531', '1990-05-31'],
  [' 31.05.1990 ', '1990-05-31'],
  ['1990-05-31T00:00:00Z', '1990-05-31'],
  ['05/31/1990', ''],
  ['31/05/1990', ''],
  ['05.31.1990', ''],
  ['31 May 1990', ''],
  ['May 31, 1990', ''],
  ['31.05.90', ''],
  ['90-05-31', ''],
  ['-1990-05-31', ''],
  ['1990', ''],
  ['1990-05', ''],
  ['2533-05-31', ''],
  ['1369-03-10', ''],
  ['1990-02-30', ''],
  ['undefined', ''],
  ['½', ''],
];

/** Values of `code` in login; the page's field accepts more, see {@link pastedCodeInputs}. */
export const codeInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged('000000'),
  ...acceptAs([' 493027\n', '493027'], ['٤٩٣٠٢٧', '493027'], ['４９３０２７', '493027'], ['𝟒𝟗𝟑𝟎𝟐𝟕', '493027']),
  ...acceptAs(
    ['\u200E493027', '493027'],
    ['493\u200B027', '493027'],
    ['\u2068493027\u2069', '493027'],
    ['\u00A0493027', '493027'],
  ),
  ...refuse(
    'must be the six-digit code from the email',
    '',
    '49302',
    '4930271',
    '493 027',
    '493-027',
    '-93027',
    '49302½',
    '49302O',
    '①②③④⑤⑥',
  ),
  ...refuse(
    'must be the six-digit code from the email',
    '0x1e2f',
    '4930e7',
    '四九三〇二七',
    'undefined',
    '<493027>',
    "493027' or '1'='1",
  ),
];

/** Texts that buyers paste into the code field. */
export const pastedCodeInputs: readonly AwkwardInput[] = [
  ...acceptAs(['Slipway 2026: your code is 493027', '493027'], ['493027 is your code, valid for 10 minutes', '493027']),
  ...acceptAs(
    ['1. 493027', '493027'],
    ['(10 min) 493 027', '493027'],
    ['Code: 493-027.', '493027'],
    ['<b>493027</b>', '493027'],
  ),
  ...acceptAs(
    ['Mon 28 Nov 19:30 — ٤٩٣٠٢٧', '493027'],
    ['\u2066493027\u2069', '493027'],
    ['4 9 3 0 2 7', '493027'],
    ['493\u00A0027', '493027'],
  ),
];
