import { type AwkwardInput, accept, read, refuse } from './awkwardInput.testing.ts';

const NO_NAME = 'must be a name, in letters';

/** For `firstName` and `lastName` of addKyc. */
export const nameInputs: readonly AwkwardInput[] = [
  // Names that forms are known to refuse or to break.
  ...accept('Null', 'undefined', 'True', 'Test', 'Ng', 'Ó Súilleabháin', '’t Hooft', 'van der Berg', 'Guðmundsdóttir'),
  ...accept(
    'Henry III',
    'Davis Jr.',
    'Mª José',
    'Kealiʻihoʻomalu',
    'Ǯögaž',
    'ǃXóõ',
    'Wolfeschlegelsteinhausenbergerdorff',
  ),
  ...accept(
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
  ...accept(
    'マリア・シュミット',
    '高金素梅‧吉娃斯',
    'ג׳ורג׳',
    'בן־דוד',
    'בצלא״ל',
    'བསྟན་འཛིན',
    'Տեր՚յան',
    'Müller–Lüdenscheidt',
  ),
  // The zero-width joiner forms letters of Sinhala and Malayalam.
  ...accept('ශ්\u200Dරීනාත්', 'ലക്ഷ്മി', 'അവന്\u200D'),
  // Decomposed letters, as macOS copies file names, are the same name.
  ...read(['Mu\u0308ller', 'Müller'], ['Nguye\u0302\u0303n', 'Nguyễn'], ['A\u030Asa', 'Åsa'], ['\u212Bsa', 'Åsa']),
  // Characters that are not seen and come along with a copied text.
  ...read(['Anna\u200B', 'Anna'], ['\uFEFFAnna', 'Anna'], ['An\u00ADna', 'Anna'], ['\u2068Anna\u2069', 'Anna']),
  ...read(['\u202AAnna\u202C', 'Anna'], ['محمد\u200F', 'محمد'], ['\u061Cعلي', 'علي'], ['Anna\u2060Maria', 'AnnaMaria']),
  ...read(
    ['\tAnna\n', 'Anna'],
    ['Anna  Maria', 'Anna Maria'],
    ['Anna\u2003Maria', 'Anna Maria'],
    ['\u3000李明', '李明'],
  ),
  ...refuse(
    NO_NAME,
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
  ...refuse(NO_NAME, 'An\u202Dna', 'An\u001Bna', 'An\u007Fna', 'An\u0085na', 'An\u2028na', 'An\tna', 'An\r\nna'),
  ...refuse(
    NO_NAME,
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
    NO_NAME,
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
