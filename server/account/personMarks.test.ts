import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildPersonMarks, normalizeMailbox, type PersonFacts } from './personMarks.ts';

const listTexts = (facts: PersonFacts) => buildPersonMarks(facts).map(({ kind, text }) => `${kind} ${text}`);
const haveMarkInCommon = (one: PersonFacts, other: PersonFacts) =>
  listTexts(one).some((text) => listTexts(other).includes(text));

const anna = { firstName: 'Anna Maria', lastName: 'Weber', birthDate: '1990-05-31', phone: '+4930901820' };
const withName = (change: Partial<typeof anna>) => ({ details: { ...anna, phone: '+4930901821', ...change } });

describe('a mailbox', () => {
  test.each([
    ['anna@example.com', 'Anna@EXAMPLE.com'],
    ['anna@example.com', 'anna+shop@example.com'],
    ['anna.weber@gmail.com', 'annaweber+1@googlemail.com'],
    ['anna@münchen.de', 'anna@xn--mnchen-3ya.de'],
  ])('%s is the same mailbox as %s', (one, other) => expect(normalizeMailbox(one)).toBe(normalizeMailbox(other)));

  test.each([
    ['anna@example.com', 'anne@example.com'],
    ['anna@example.com', 'anna@example.org'],
    ['anna.weber@example.com', 'annaweber@example.com'],
    ['+anna@example.com', '+berta@example.com'],
  ])('%s is not the same mailbox as %s', (one, other) =>
    expect(normalizeMailbox(one)).not.toBe(normalizeMailbox(other)),
  );
});

describe('a name with a birth date', () => {
  test.each([
    { firstName: 'Anna' },
    { firstName: 'Maria' },
    { firstName: 'WEBER', lastName: 'Anna' },
    { lastName: 'Weber-Schulz' },
    { firstName: 'Ánna', lastName: 'Wéber' },
  ])('still matches after the change %o', (change) =>
    expect(haveMarkInCommon({ details: anna }, withName(change))).toBe(true),
  );

  test.each([{ firstName: 'Berta' }, { lastName: 'Schulz' }, { birthDate: '1990-06-01' }, { firstName: '12' }])(
    'does not match after the change %o',
    (change) => expect(haveMarkInCommon({ details: anna }, withName(change))).toBe(false),
  );

  test.each([
    ['Jürgen', 'Müller', 'Jurgen', 'Muller'],
    ['Jürgen', 'Müller', 'Juergen', 'Mueller'],
    ['Åse', 'Sørensen', 'Aase', 'Soerensen'],
    ['Ewa', 'Łukasz', 'EWA', 'LUKASZ'],
    ['Θεόδωρος', 'Παππάς', 'ΘΕΌΔΩΡΟΣ', 'ΠΑΠΠΆΣ'],
  ])('%s %s matches %s %s', (firstName, lastName, otherFirst, otherLast) =>
    expect(
      haveMarkInCommon(
        { details: { ...anna, firstName, lastName } },
        withName({ firstName: otherFirst, lastName: otherLast }),
      ),
    ).toBe(true),
  );
});

test('builds no mark from a bank account without a number, and different marks for two holders of one account', () => {
  expect(buildPersonMarks({ bankAccount: { number: '', holder: 'Anna Weber' } })).toEqual([]);
  const account = (holder: string) => ({ bankAccount: { number: 'DE02120300000000202051', holder } });
  expect(haveMarkInCommon(account('Anna Weber'), account('Berta Schulz'))).toBe(false);
});

const anyFacts: fc.Arbitrary<PersonFacts> = fc.record(
  {
    email: fc.emailAddress(),
    applicantId: fc.string(),
    cardFingerprint: fc.string(),
    bankAccount: fc.record({ number: fc.string(), holder: fc.string({ unit: 'grapheme' }) }),
    details: fc.record({
      firstName: fc.string({ unit: 'grapheme' }),
      lastName: fc.string({ unit: 'grapheme' }),
      birthDate: fc.constantFrom('1990-05-31', '1990-06-01'),
      phone: fc.stringMatching(/^\+[1-9]\d{6,14}$/),
    }),
  },
  { requiredKeys: [] },
);

test('builds the same marks from all facts at once as from each fact separately', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const separately = Object.entries(facts).flatMap(([key, value]) => listTexts({ [key]: value }));
      expect(new Set(listTexts(facts))).toEqual(new Set(separately));
    }),
  );
});

test('never gives two kinds of facts the same mark', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      expect(haveMarkInCommon({ applicantId: text }, { cardFingerprint: text })).toBe(false);
    }),
  );
});

test('builds at most seventeen marks from names of any length', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000 }), fc.string({ maxLength: 2000 }), (firstName, lastName) => {
      expect(buildPersonMarks(withName({ firstName, lastName })).length).toBeLessThanOrEqual(17);
    }),
  );
});
