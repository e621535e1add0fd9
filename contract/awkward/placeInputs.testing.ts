import { type AwkwardInput, acceptAs, acceptUnchanged, refuse } from './awkwardInput.testing.ts';

const BLANK = 'must not be empty';
const NOT_PLAIN_TEXT = 'must be plain text';

/** Values of `city` in addKyc and billing addresses, and of the name on a card. */
export const cityInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged(
    'Y',
    'Å',
    'Null',
    'undefined',
    'United States',
    'São Paulo',
    "L'Aquila",
    "'s-Hertogenbosch",
    '’s-Hertogenbosch',
  ),
  ...acceptUnchanged(
    'Frankfurt (Oder)',
    'St. John’s',
    'Westward Ho!',
    'Saint-Louis-du-Ha! Ha!',
    '6th of October City',
    '1770',
    '東京都港区',
  ),
  ...acceptUnchanged(
    'القاهرة',
    'תל אביב־יפו',
    '八王子',
    'Ростов-на-Дону',
    'Λευκωσία',
    '𠮷田',
    'Washington, D.C.',
    'Paris 16e',
  ),
  // Code of other languages is plain text here.
  ...acceptUnchanged(
    "Robert'); DROP TABLE buyers;--",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '${jndi:ldap://x}',
    '%n%n',
    '=1+1',
    '../../etc',
  ),
  ...acceptUnchanged('کرمان\u200Cشاه', 'ශ්\u200Dරී ජයවර්ධනපුර'),
  ...acceptAs(
    ['Mu\u0308nchen', 'München'],
    ['São\u00A0Paulo', 'São Paulo'],
    [' \tBerlin\r\n', 'Berlin'],
    ['Ber\u00ADlin', 'Berlin'],
  ),
  ...acceptAs(
    ['\u200BBerlin', 'Berlin'],
    ['\u2068Berlin\u2069', 'Berlin'],
    ['القاهرة\u200F', 'القاهرة'],
    ['New\nYork', 'New York'],
  ),
  ...acceptAs(['New  York', 'New York'], ['New\u2028York', 'New York'], ['東京\u3000港区', '東京 港区']),
  ...refuse(BLANK, '', ' ', '\u200B', '\u2060\uFEFF'),
  ...refuse(NOT_PLAIN_TEXT, '\u200D', '\u0308', '-', '.', '---', '?', '😀', 'Ber\u202Elin'),
  ...refuse(
    NOT_PLAIN_TEXT,
    'Ber\u0007lin',
    'Ber\u001B[31mlin',
    'Ber\u007Flin',
    'Ber\u0085lin\u0086',
    'Berlin\uE000',
    'Berlin\uFFFF',
  ),
  ...refuse('must have at most 100 characters', 'x'.repeat(101)),
];

/** Values of `address` in a billing address: the street. */
export const streetInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged(
    '1',
    'Invalidenstraße 44',
    '221B Baker St.',
    'C/ Mayor, 3, 2º-B',
    '№ 5',
    'Flat 3/4 – “Rose Cottage”',
    '1-2-3 丸の内',
  ),
  ...acceptUnchanged('P.O. Box #7', 'شارع ٥', '<b>1</b>', "1'; drop table x", 'km 4½'),
  ...acceptAs(
    ['Street 1\nFlat 2', 'Street 1 Flat 2'],
    ['Street 1\r\n\r\nFlat 2', 'Street 1 Flat 2'],
    ['Street\u00A01', 'Street 1'],
  ),
  ...acceptAs(['\u200EStreet 1\u200E', 'Street 1'], ['Strasse\u0301 1', 'Strassé 1'], ['Street\u200B 1', 'Street 1']),
  ...refuse(BLANK, '', ' ', '\u200B'),
  ...refuse(NOT_PLAIN_TEXT, '-', 'Street\u202E1', 'Street\u00011', '🏠'),
  ...refuse('must have at most 200 characters', 'x'.repeat(201)),
];

/** Values of `zip` in a billing address of a country with postal codes. */
export const postalCodeInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged(
    '00501',
    '10115',
    'SW1A 1AA',
    'D-10115',
    '1234 AB',
    '10115-0001',
    'AD500',
    'LV-1010',
    '〒100-0001',
    'D02 AF30',
    '-',
    'N/A',
    'undefined',
  ),
  ...acceptAs(['١٠١١٥', '10115'], ['１００-０００１', '100-0001'], ['\u200E10115', '10115'], ['101\u200B15', '10115']),
  ...acceptAs(
    ['SW1A\u00A01AA', 'SW1A 1AA'],
    ['\t10115\n', '10115'],
    ['\u206610115\u2069', '10115'],
    ['SW1A  1AA', 'SW1A 1AA'],
  ),
  ...refuse('is missing', '', ' ', '\u00A0', '\u200B', '\uFEFF', '\u2068\u2069'),
  ...refuse(NOT_PLAIN_TEXT, '101\u202E15', '101\u000115', '10115\uE000', '\u009F'),
  ...refuse('must have at most 16 characters', '10115 Berlin, Germany'),
];
