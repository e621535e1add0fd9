import { describe, expect, test } from 'vitest';
import { CallError } from '../../api/callError.ts';
import { emptyDetails } from './detailsDraft.ts';
import { checkDetails, toDetailsFaults } from './detailsRules.ts';

const today = new Date('2026-03-01T12:00:00Z');
const details = {
  firstName: 'Anna',
  lastName: 'Weber',
  birthDate: '1990-05-31',
  citizenship: 'DE',
  city: 'Berlin',
  purpose: 'savings',
  phone: '+49 30 901820',
};

describe('checkDetails', () => {
  test('every field is required', () => {
    expect(new Set(Object.keys(checkDetails(emptyDetails, today)))).toEqual(new Set(Object.keys(details)));
    expect(checkDetails({ ...details, city: '  ' }, today)).toEqual({ city: 'missing' });
  });

  test('complete details have no error', () => {
    expect(checkDetails(details, today)).toEqual({});
  });

  test.each(['1990-02-30', '2026-03-02', '1790-01-01', '1905-12-31', '31.05.1990'])(
    '%s is not a valid date of birth',
    (birthDate) => {
      expect(checkDetails({ ...details, birthDate }, today)).toEqual({ birthDate: 'malformed' });
    },
  );
});

describe('toDetailsFaults', () => {
  function refused(error: string, facts: Record<string, string> = {}): CallError {
    return new CallError({ respCode: '509', respMessage: '', status: 200, detail: { error, facts } as never });
  }

  test('shows a refusal under its field', () => {
    expect(Object.keys(toDetailsFaults(refused('too_young', { years: '18' })))).toEqual(['birthDate']);
    expect(Object.keys(toDetailsFaults(refused('phone_invalid')))).toEqual(['phone']);
    expect(toDetailsFaults(refused('malformed', { field: 'purpose' }))).toEqual({ purpose: 'malformed' });
  });

  test('shows a refusal without a known field under the form', () => {
    expect(Object.keys(toDetailsFaults(refused('fault')))).toEqual(['form']);
    expect(Object.keys(toDetailsFaults(refused('malformed', { field: 'other' })))).toEqual(['form']);
  });
});
