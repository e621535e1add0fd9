import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePersonName } from './comparePersonName.ts';

/** `person` is `Given|Family`. */
function compare(printed: string, person: string) {
  const [firstName = '', lastName = ''] = person.split('|');
  return comparePersonName(printed, { firstName, lastName });
}

/** Names with the spellings that banks and documents print. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'Jürgen|Müller': ['JURGEN MULLER', 'JUERGEN MUELLER', 'Juergen Muller', 'Jürgen Müller', 'MÜLLER, JURGEN'],
  'Juergen|Mueller': ['JURGEN MULLER', 'Jürgen Müller'],
  'Søren|Kjærgaard': ['SOREN KJAERGAARD', 'SOEREN KJAERGAARD', 'Soren Kjærgaard'],
  'Åse|Ødegård': ['ASE ODEGARD', 'AASE OEDEGAARD', 'Aase Odegard'],
  'Jan|Großmann': ['JAN GROSSMANN', 'JAN GROSMANN', 'JAN GROẞMANN'],
  'Ayşe|Kılıç': ['AYSE KILIC', 'Ayşe KILIÇ', 'ayse kılıc'],
  'İbrahim|Işık': ['IBRAHIM ISIK', 'ibrahim ışık'],
  'Đorđe|Đoković': ['DORDE DOKOVIC', 'DJORDJE DJOKOVIC', 'Djorde Đokovic', 'Ђорђе Ђоковић'],
  'Łukasz|Wałęsa': ['LUKASZ WALESA', 'Łukasz Walęsa'],
  'Þór|Guðmundsson': ['THOR GUDMUNDSSON'],
  'Жанна|Щербакова': ['ZHANNA SHCHERBAKOVA', 'Žanna Ŝerbakova', 'Žanna Ščerbakova', 'ZANNA SCERBAKOVA'],
  'Юрий|Хрущёв': ['IURII KHRUSHCHEV', 'Yuriy Khrushchyov', 'YURY KHRUSHCHEV', 'Jurij Chruščëv', 'Ûrij Hruŝëv'],
  'Алексей|Цой': ['ALEKSEI TSOI', 'Alexey Tsoy', 'Aleksej Coj'],
  'Yulia|Kravchenko': ['Юлія Кравченко', 'Юлия Кравченко'],
  'Наталья|Илларионова': ['NATALIA ILLARIONOVA', 'NATALYA ILLARIONOVA', 'NATALJA ILLARIONOVA'],
  'Мария|Алексеева': ['MARIIA ALEKSEEVA', 'MARIA ALEKSEEVA', 'MARIYA ALEXEEVA', 'Marija Alekseeva'],
  'Ганна|Гнатюк': ['HANNA HNATIUK', 'HANNA HNATYUK'],
  'Георги|Щерев': ['GEORGI SHTEREV'],
  'Ђорђе|Љубичић': ['DORDE LJUBICIC', 'DJORDJE LJUBICIC'],
  'Γιώργος|Παπαδόπουλος': ['GIORGOS PAPADOPOULOS', 'YIORGOS PAPADOPULOS', 'ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ'],
  'Ευάγγελος|Μπακογιάννης': ['EVANGELOS BAKOGIANNIS', 'Evaggelos Mpakogiannis'],
  'Χρήστος|Ψαρράς': ['CHRISTOS PSARRAS', 'CHRĒSTOS PSARRAS', 'HRISTOS PSARRAS'],
  '小明|王': ['王小明', 'WANG XIAOMING', 'Wang Xiao Ming', '小明 王'],
  'Jean-Luc|Picard': ['JEAN LUC PICARD', 'JEANLUC PICARD', 'Picard Jean-Luc', 'J L PICARD', 'JEAN PICARD'],
  'Sinéad|O’Connor': ['SINEAD O CONNOR', 'SINEAD OCONNOR', "Sinead O'Connor", 'O CONNOR SINEAD', 'SINEAD O`CONNOR'],
  "Gabriele|D'Annunzio": ['GABRIELE D ANNUNZIO', 'DANNUNZIO GABRIELE'],
  'Pieter|van den Berg': ['PIETER BERG', 'P VAN DEN BERG', 'VANDENBERG PIETER', 'PIETER V D BERG'],
  'Ludwig|von und zu Stein': ['LUDWIG STEIN', 'STEIN, LUDWIG VON UND ZU'],
  'Anna Maria|Weber': [
    'ANNA WEBER',
    'A WEBER',
    'A. M. Weber',
    'ANNA M. WEBER',
    'ANNAMARIA WEBER',
    'Frau Dr. Anna Weber',
  ],
  'Anna|Weber': ['ANNA MARIA WEBER', 'Weber A.', 'Mrs Anna Weber', 'ANNA  WEBER-SCHULZ'],
  'Anna|Weber-Schulz': ['ANNA WEBER SCHULZ', 'ANNA WEBERSCHULZ', 'Anna Weber'],
  'Văn An|Nguyễn': ['NGUYEN VAN AN', 'Nguyen Van-An'],
  'Van|Do': ['DO VAN'],
  'Suharto|Suharto': ['SUHARTO'],
};

/** Names and printed names of different people, and printed names that identify no one for certain. */
const STRANGERS: Readonly<Record<string, readonly string[]>> = {
  'Anna|Weber': ['HANNA WEBER', 'ANNE WEBER', 'BEN WEBER', 'ANNA WEBERN', 'ANNA', 'WEBER', 'A W', 'ANNA W', 'B WEBER'],
  'Hanna|Weber': ['ANNA WEBER', 'A WEBER', 'JOHANNA WEBER'],
  'Jan|Novák': ['JANA NOVAK', 'JANA NOVAKOVA', 'IVAN NOVAK', 'JAN NOVAKOV'],
  'Peter|Fischer': ['PAUL FISCHER', 'PETRA FISCHER', 'Pietro Fischer'],
  'Michael|Brandt': ['MICHAL BRANDT', 'MICHAELA BRANDT', 'MICHEL BRANDT'],
  'Rafael|Costa': ['RAFAL COSTA'],
  'Sue|Martin': ['SU MARTIN'],
  'Joe|Martin': ['JO MARTIN'],
  'Aaron|Smith': ['ARON SMITH', 'KAREN SMITH'],
  'Jun|Li': ['J LI', 'JIN LI', 'JUN LIN', 'LI'],
  'Иван|Петров': ['IVANA PETROV', 'IVAN PETROVA', 'Иванна Петров'],
  'Яна|Орлова': ['ANA ORLOVA', 'ANNA ORLOVA'],
  'Мария|Орлова': ['MARK ORLOVA', 'MARTA ORLOVA'],
  'Мила|Орлова': ['EMILIA ORLOVA', 'LYUDMILA ORLOVA'],
  'Γιώργος|Παππάς': ['GIANNIS PAPPAS', 'GIORGIA PAPPA'],
  'Müller|Jürgen': ['MILLER JURGEN', 'MOLLER JURGEN', 'MULLER JORGEN'],
  'Söder|Åsa': ['SADER ASA', 'SODER OSA'],
  'Maria|Đurić': ['MARIA JURIC', 'MARIA BURIC'],
  '小明|王': ['小红 王', 'WANG', 'XIAOMING LI'],
  'Anna Clara|Weber': ['CLARA WEBER', 'ANNA BERTA WEBER', 'ANNA B WEBER', 'ANNA Y WEBER'],
  'A|Weber': ['ANNA WEBER'],
  'Anna|W': ['ANNA WEBER'],
  'Van|Do': ['VAN', 'DO', 'VAN DI'],
  '-|-': ['-', 'ANNA WEBER'],
  '|': ['', 'ANNA WEBER'],
};

const listPairs = (list: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(list).flatMap(([person, prints]) => prints.map((printed) => [printed, person] as const));

test.each(listPairs(SPELLINGS))('%s matches %s', (printed, person) => {
  expect(compare(printed, person)).not.toBe('different');
});

test.each(listPairs(STRANGERS))('%s does not match %s', (printed, person) => {
  expect(compare(printed, person)).toBe('different');
});

test.each([
  ['ANNA MARIA WEBER', 'Anna|Weber', 'same'],
  ['JURGEN MULLER', 'Jürgen|Müller', 'same'],
  ['ANNA WEBER', 'Anna Maria|Weber', 'shortened'],
  ['A WEBER', 'Anna|Weber', 'shortened'],
  ['ANNA M WEBER', 'Anna Maria|Weber', 'shortened'],
])('%s compared with %s: %s', (printed, person, expected) => {
  expect(compare(printed, person)).toBe(expected);
});

describe('comparePersonName, for each of these names', () => {
  const persons = Object.keys(SPELLINGS);
  const anyPerson = fc.constantFrom(...persons);
  const anyPrint = anyPerson.chain((person) =>
    fc.constantFrom(...(SPELLINGS[person] ?? [])).map((print) => ({ person, print })),
  );

  test('ignores titles, case, spaces and the Unicode form of letters', () => {
    const title = fc.constantFrom('', 'Dr. ', 'Frau ', 'MR ', 'Prof. Dr. ');
    const form = fc.constantFrom('NFC', 'NFD', 'NFKC');
    const space = fc.constantFrom(' ', '  ', '\u00A0', ', ');
    fc.assert(
      fc.property(anyPrint, title, form, space, fc.boolean(), ({ person, print }, before, as, between, isUpperCase) => {
        const changed = `${before}${print}`.normalize(as).replaceAll(' ', between);
        expect(compare(isUpperCase ? changed.toUpperCase() : changed, person)).not.toBe('different');
      }),
    );
  });

  test('accepts given and family name in either order', () => {
    for (const person of persons) {
      const names = person.split('|');
      expect(compare(names.join(' '), person)).toBe('same');
      expect(compare(names.toReversed().join(' '), person)).toBe('same');
    }
  });

  test('rejects another person’s name, also with the same family name', () => {
    // Excludes spellings of the same name, single names that a print contains, and given names that others contain.
    const related = new Set([
      'Juergen|Mueller',
      'Anna Maria|Weber',
      'Anna|Weber-Schulz',
      'Ђорђе|Љубичић',
      'Suharto|Suharto',
      'Van|Do',
    ]);
    const unrelated = persons.filter((person) => !related.has(person));
    const wrongMatches = unrelated.flatMap((one) =>
      unrelated
        .filter((other) => other !== one)
        .flatMap((other) => {
          const [given = ''] = other.split('|');
          const [, family = ''] = one.split('|');
          return [...(SPELLINGS[other] ?? []), `${given} ${family}`].map((print) => ({ print, one }));
        })
        .filter(({ print }) => compare(print, one) !== 'different'),
    );
    expect(wrongMatches).toEqual([]);
  });

  test('rejects a name in basic letters that differs by one letter', () => {
    const plain = fc.constantFrom('Anna|Weber', 'Jan|Novak', 'Pedro|Martinez', 'Oskar|Lindqvist');
    fc.assert(
      fc.property(
        plain,
        fc.nat(20),
        fc.constantFrom('', ...Array.from('bcdfgkmpqwxz')),
        fc.boolean(),
        (person, at, letter, isAdded) => {
          const name = person.replace('|', ' ');
          const place = at % name.length;
          fc.pre(name[place] !== ' ' && (letter !== '' || !isAdded));
          const changed = name.slice(0, place) + letter + name.slice(isAdded ? place : place + 1);
          fc.pre(changed.toLowerCase() !== name.toLowerCase());
          expect(compare(changed, person)).toBe('different');
        },
      ),
    );
  });

  test('rejects a name of initials only', () => {
    for (const person of persons.filter((each) => !/\p{Unified_Ideograph}/u.test(each))) {
      const initials = person.split(/[^\p{Letter}\p{Mark}]+/u).map((word) => Array.from(word)[0] ?? '');
      expect(compare(initials.join(' '), person)).toBe('different');
    }
  });
});

test('returns a result for any two texts, quickly even for long ones, and never matches a name without letters', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 140 });
  fc.assert(
    fc.property(name, name, name, (printed, firstName, lastName) => {
      expect(['same', 'shortened', 'different']).toContain(comparePersonName(printed, { firstName, lastName }));
      expect(comparePersonName(printed, { firstName: '12', lastName: '' })).toBe('different');
    }),
  );
  const long = 'ее '.repeat(46);
  const start = performance.now();
  comparePersonName(long, { firstName: 'е'.repeat(100), lastName: 'é '.repeat(50) });
  expect(performance.now() - start).toBeLessThan(2_000);
});
