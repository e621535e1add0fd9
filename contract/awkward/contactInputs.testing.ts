import { type AwkwardInput, acceptAs, acceptUnchanged, refuse } from './awkwardInput.testing.ts';

const NOT_AN_EMAIL = 'must be an email address';

export const emailInputs: readonly AwkwardInput[] = [
  ...acceptUnchanged(
    "o'brien@example.com",
    'a+b+c@example.com',
    '_@example.com',
    '1@2.example.com',
    'null@example.com',
  ),
  ...acceptUnchanged('anna@example.photography', 'anna@xn--bcher-kva.example', `anna@${'sub.'.repeat(20)}example.com`),
  ...acceptUnchanged('select-from_where@example.com'),
  ...acceptAs(['ANNA@EXAMPLE.COM', 'anna@example.com'], ['Anna@Exämple.com', 'anna@xn--exmple-cua.com']),
  ...acceptAs(['\tanna@example.com\r\n', 'anna@example.com'], ['\u00A0anna@example.com\u3000', 'anna@example.com']),
  ...acceptAs(['anna@example.com\u200B', 'anna@example.com'], ['\uFEFFanna@example.com', 'anna@example.com']),
  ...acceptAs(['\u2066anna@example.com\u2069', 'anna@example.com'], ['anna@exam\u00ADple.com', 'anna@example.com']),
  ...acceptAs(['\u202Aanna@example.com\u202C', 'anna@example.com'], ['anna\u200F@example.com', 'anna@example.com']),
  // Canonically equal to K (Unicode, singleton decomposition).
  ...acceptAs(['\u212Aate@example.com', 'kate@example.com'], ['anna@ｅｘａｍｐｌｅ.com', 'anna@example.com']),
  ...acceptAs(
    ['anna@mu\u0308nchen.de', 'anna@xn--mnchen-3ya.de'],
    ['anna@例え。テスト', 'anna@xn--r8jz45g.xn--zckzah'],
  ),
  ...refuse(
    NOT_AN_EMAIL,
    '',
    ' ',
    'anna',
    'anna@',
    '@example.com',
    'anna@@example.com',
    'anna@example',
    'anna@localhost',
  ),
  ...refuse(
    NOT_AN_EMAIL,
    'anna@example.com.',
    'anna@example.com,',
    'anna@example.com;',
    '<anna@example.com>',
    '"anna@example.com"',
  ),
  ...refuse(
    NOT_AN_EMAIL,
    'Anna <anna@example.com>',
    'mailto:anna@example.com',
    'E-mail: anna@example.com',
    'anna@example.com/',
  ),
  ...refuse(
    NOT_AN_EMAIL,
    'anna@example.com, ben@example.com',
    'anna@example.com\nbcc: ben@example.com',
    'anna @example.com',
  ),
  ...refuse(
    NOT_AN_EMAIL,
    'anna@exa\u202Emoc.elpm',
    'anna@[127.0.0.1]',
    'anna@127.0.0.1',
    'anna@example..com',
    '.anna@example.com',
  ),
  ...refuse(
    NOT_AN_EMAIL,
    'аnna@example.com',
    'ａｎｎａ＠example.com',
    '😀@example.com',
    'anna@exa_mple.com',
    'anna@-example.com',
  ),
  ...refuse(NOT_AN_EMAIL, "'; drop table buyers;--@example.com", '<script>@example.com', 'undefined', 'null', '%s@%s'),
  ...refuse('must have at most 254 characters', `${'a'.repeat(250)}@example.com`),
];

/** `phone` of addKyc, stored in E.164. */
export const phoneInputs: readonly AwkwardInput[] = [
  ...acceptAs(
    ['+49 (0)30 901820', '+4930901820'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+39 06 6981 2345', '+390669812345'],
  ),
  ...acceptAs(
    ['+1 (415) 555-2671', '+14155552671'],
    ['+7 (495) 123-45-67', '+74951234567'],
    ['tel:+49-30-901820', '+4930901820'],
  ),
  ...acceptAs(['+49.30.901820', '+4930901820'], ['+49/30/901820', '+4930901820'], ['+49–30–901820', '+4930901820']),
  ...acceptAs(
    ['+49\u221230\u2212901820', '+4930901820'],
    ['+49\u00A030\u202F901820', '+4930901820'],
    ['+49\u300030 901820', '+4930901820'],
  ),
  ...acceptAs(
    ['\u202A+49 30 901820\u202C', '+4930901820'],
    ['\u200E+49 30 901820', '+4930901820'],
    ['+49 30 90\u200B1820', '+4930901820'],
  ),
  ...acceptAs(
    ['＋４９ ３０ ９０１８２０', '+4930901820'],
    ['+٤٩ ٣٠ ٩٠١٨٢٠', '+4930901820'],
    ['+९१ ९८७६५ ४३२१०', '+919876543210'],
  ),
  ...acceptAs(
    ['+49 30\t901820', '+4930901820'],
    ['(+49) 30 901820', '+4930901820'],
    [' +86 138 0013 8000 ', '+8613800138000'],
  ),
  // Without the extension the number would reach someone else.
  ...refuse('phone_invalid', '+49 30 901820 ext. 5', '+49 30 901820;ext=5', '+49 30 901820 x 12', '+49 30 901820 #12'),
  ...refuse(
    'phone_invalid',
    '0049 30 901820',
    '030 901820',
    '14155552671',
    '+49 30 901820/+49 171 1234567',
    '+1 800 FLOWERS',
  ),
  ...refuse(
    'phone_invalid',
    '+0 000 000000',
    '+999 12345678',
    'undefined',
    'anna@example.com',
    '+49 ½ 901820',
    '-4930901820',
  ),
  ...refuse('phone_invalid', "+49'; drop table x", '<b>Anna</b>', '+++++++', '😀😀😀😀😀', '%s%s%s%s'),
  ...refuse('must have at least 5 characters', '', ' ', '\u200B', '123', '+49', 'null'),
  ...refuse('must have at most 32 characters', '+49 30 901820, +49 171 1234567 (evening)'),
];
