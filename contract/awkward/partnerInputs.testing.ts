import { type AwkwardInput, acceptAs, acceptUnchanged, refuse } from './awkwardInput.testing.ts';

const NOT_A_CHARACTER = 'contains NUL or half of a surrogate pair';

/** Values of a partner's `reference`: stored with the order unchanged and returned to the partner. */
export const referenceInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged(
    ' cart 17 ',
    'cart\n17',
    '0',
    'null',
    'undefined',
    'Mu\u0308ller',
    'cart\u00A017',
    '\u202Ecart',
    'cart\u200B17',
    '購物車',
    '😀🇩🇪',
  ),
  ...acceptUnchanged(
    '__proto__',
    '{"a":1}',
    '<script>alert(1)</script>',
    "'; drop table orders;--",
    '%00',
    '%s',
    '=1+1',
    '\\u0000',
    '\\',
    '\u001B[31m',
  ),
  ...acceptUnchanged('x'.repeat(256), '𠮷'.repeat(256)),
  ...refuse(NOT_A_CHARACTER, 'cart\u0000', '\uD800', 'cart\uDC00 17', '\uDC00\uD800'),
  ...refuse('must have at most 256 characters', 'x'.repeat(257), '😀'.repeat(257)),
];

/** The name of a saved address. */
export const savedNameInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged(
    'Null',
    'Ledger "cold"',
    '<b>Ledger</b>',
    "'; drop table x",
    'Мой кошелёк',
    'محفظتي',
    '我的钱包',
    '👩‍👩‍👧 family',
    '🇩🇪',
    '=1+1',
    '%s',
    '-',
  ),
  ...acceptUnchanged('𠮷'.repeat(25), 'کیف\u200Cپول'),
  ...acceptAs([' Ledger\n', 'Ledger'], ['\u00A0Ledger\u3000', 'Ledger']),
  ...refuse(
    'must be plain text',
    'Led\nger',
    'Led\tger',
    'Led\u202Eger',
    'Led\u200Bger',
    'Led\u2066ger',
    'Led\u0007ger',
    'Led\uE000ger',
  ),
  ...refuse(NOT_A_CHARACTER, 'Led\u0000ger', '\uD83D'),
  ...refuse('must not exceed 25 characters', 'x'.repeat(26), '👩‍👩‍👧‍👦'.repeat(4)),
];

/** A `redirectUrl` of a session of a partner whose only origin is https://shop.example. */
export const redirectInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged(
    '',
    '/order',
    '/order?x=1#y',
    'https://shop.example',
    'https://shop.example/a b?q=ü#😀',
    'https://shop.example/%00',
  ),
  ...refuse(
    'has an origin that is not registered for you',
    'http://shop.example',
    'https://shop.example.evil.example',
    'https://shop.example:444',
  ),
  ...refuse(
    'has an origin that is not registered for you',
    'https://evil.example/https://shop.example',
    'ftp://shop.example',
    '//shop.example',
  ),
  ...refuse(
    'has an origin that is not registered for you',
    'shop.example',
    'www.shop.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'undefined',
  ),
  ...refuse(
    'has an origin that is not registered for you',
    ' https://evil.example',
    'https://user@shop.example',
    'https://shоp.example',
    'about:blank',
  ),
  ...refuse(NOT_A_CHARACTER, 'https://shop.example/\u0000', '\uD800'),
  ...refuse('must have at most 2048 characters', `https://shop.example/${'x'.repeat(2048)}`),
];

/** Texts typed into the search of countries and cryptos, with the title of the first match, '' for none. */
export const searchInputs: readonly (readonly [typed: string, found: string])[] = [
  ['cote d’ivoire', 'Côte d’Ivoire'],
  ["Cote d'Ivoire", 'Côte d’Ivoire'],
  ['CÔTE', 'Côte d’Ivoire'],
  ['Co\u0302te', 'Côte d’Ivoire'],
  ['turkiye', 'Türkiye'],
  ['TÜRKİYE', 'Türkiye'],
  ['TURKIYE', 'Türkiye'],
  ['ＢＴＣ', 'BTC'],
  ['btc\u200B', 'BTC'],
  ['\u00A0Bitcoin\u3000', 'BTC'],
  ['\u2068BTC\u2069', 'BTC'],
  ['curacao', 'Curaçao'],
  ['deutsch', 'Deutschland'],
  ['中国', '中国'],
  ['.*', ''],
  ['(', ''],
  ['\\', ''],
  ['%', ''],
  ['<b>', ''],
  ['\uD800', ''],
  ['undefined', ''],
  ['x'.repeat(10_000), ''],
];
