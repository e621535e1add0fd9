import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addCheckDigits,
  createTransferReference,
  findTransferReferences,
  formatTransferReference,
  isTransferReference,
} from './transferReference.ts';

describe('a transfer reference', () => {
  test('follows ISO 11649', () => {
    // The usual examples of ISO 11649.
    expect(addCheckDigits('539007547034')).toBe('RF18539007547034');
    expect(isTransferReference('RF18539007547034')).toBe(true);
    expect(isTransferReference('RF19539007547034')).toBe(false);
  });

  test('is found in the spellings that banks use', () => {
    const reference = createTransferReference();
    for (const text of [
      reference,
      formatTransferReference(reference),
      `Order ${reference.toLowerCase()} thanks`,
      `/ROC/${formatTransferReference(reference)}//URI/SURF`,
      `${reference.slice(0, 9)}\n${reference.slice(9)}`,
    ]) {
      expect(findTransferReferences(text)).toEqual([reference]);
    }
    expect(findTransferReferences('surf RF and nothing else')).toEqual([]);
  });

  test('is invalid with one digit or letter replaced by another of its kind', () => {
    const character = fc.constantFrom(...Array.from('23456789ABCDEFGHJKLMNPQRSTUVWXYZ'));
    fc.assert(
      fc.property(fc.nat({ max: 14 }), character, (at, typed) => {
        const reference = createTransferReference();
        const mistyped = reference.slice(0, at) + typed + reference.slice(at + 1);
        // A letter counts as two digits: a letter in place of a digit shifts all following digits, and one in 97 such errors
        // is not detected.
        fc.pre(/\d/.test(typed) === /\d/.test(reference[at] ?? ''));
        expect(isTransferReference(mistyped)).toBe(mistyped === reference);
      }),
    );
  });
});
