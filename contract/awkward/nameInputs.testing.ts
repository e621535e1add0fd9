import { type AwkwardInput, acceptAs, acceptUnchanged, refuse } from './awkwardInput.testing.ts';

const NOT_A_NAME = 'must be a name, in letters';

/** For `firstName` and `lastName` of addKyc. */
export const nameInputs: readonly AwkwardInput[] = [
  // Names that forms commonly refuse or break.
  ...acceptUnchanged(
    'Null',
    'undefined',
    'True',
    'Test',
    'Ng',
    'Ó Súilleabháin',
    '’t Hooft',
    'van der Berg',
    'Guðmundsdóttir',
  ),
  ...acceptUnchanged(
    'Henry III',
    'Davis Jr.',
    'Mª José',
    'Kealiʻihoʻomalu',
    'Ǯögaž',
    'ǃXóõ',
    'Wolfeschlegelsteinhausenbergerdorff',
  ),
  ...acceptUnchanged(
    'Скłodowska',
    'ΠΑΠΑΔΟΠΟΥΛΟΣ',
    'ابن سينا',
    'スーパー',
    '한글',
    'ᐃᓄᒃ',
    '𠮷田',
    '𞤀𞤣𞤤𞤢𞤥',
    'Select',
    "D'Arc--Union",
  ),
  // Marks inside names of several scripts: katakana and Taiwanese dots, geresh, maqaf, tsheg, Armenian apostrophe.
  ...acceptUnchanged(
    'マリア・シュミット',
    '高金素梅‧吉娃斯',
    'ג׳ורג׳',
    'בן־דוד',
    'בצלא״ל',
    'བསྟན་འཛིན',
    'Տեր՚յան',
    'Müller–Lüdenscheidt',
  ),
  // Sinhala and Malayalam form letters with the zero-width joiner.
  ...acceptUnchanged('ශ්\u200Dරීනාත්', 'ലക്ഷ്മി', 'അവന്\u200D'),
  // Decomposed letters, such as macOS writes in file names, are the same name.
  ...acceptAs(['Mu\u0308ller', 'Müller'], ['Nguye\u0302\u0303n', 'Nguyễn'], ['A\u030Asa', 'Åsa'], ['\u212Bsa', 'Åsa']),
  // Invisible characters that are copied along with a text.
  ...acceptAs(['Anna\u200B', 'Anna'], ['\uFEFFAnna', 'Anna'], ['An\u00ADna', 'Anna'], ['\u2068Anna\u2069', 'Anna']),
  ...acceptAs(
    ['\u202AAnna\u202C', 'Anna'],
    ['محمد\u200F', 'محمد'],
    ['\u061Cعلي', 'علي'],
    ['Anna\u2060Maria', 'AnnaMaria'],
  ),
  ...acceptAs(
    ['\tAnna\n', 'Anna'],
    ['Anna  Maria', 'Anna Maria'],
    ['Anna\u2003Maria', 'Anna Maria'],
    ['\u3000李明', '李明'],
  ),
  ...refuse(
    NOT_A_NAME,
    '',
    ' ',
    '\u200B',
    '\u200D',
    '\u202E',
    '\u2028',
    '-',
    '\u0308',
    '123',
    'Anna1',
    'Henry ⅠⅠⅠ',
    'X Æ A-12',
  ),
  ...refuse(NOT_A_NAME, 'An\u202Dna', 'An\u001Bna', 'An\u007Fna', 'An\u0085na', 'An\u2028na', 'An\tna', 'An\r\nna'),
  ...refuse(
    NOT_A_NAME,
    '<b>Anna</b>',
    "Robert'); DROP TABLE buyers;--",
    '%s%n',
    '${7*7}',
    '{{7*7}}',
    '../etc',
    '=1+1',
    '@Anna',
  ),
  ...refuse(
    NOT_A_NAME,
    'anna@example.com',
    'Anna 😀',
    'Anna👩‍👩‍👧',
    'First name: Anna',
    '"Anna"',
    'Anna, Maria',
    'Anna_Maria',
    'N/A',
  ),
];
