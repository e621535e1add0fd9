import { expect, test } from 'vitest';
import { loginCode } from '../../calls/account/login.ts';
import { addKyc } from '../../calls/identity/addKyc.ts';

test('reads dates, phone numbers and codes with the digits of any script', () => {
  const details = { ...addKyc.example.request, birthDate: '١٩٩٠-٠٥-٣١', phone: '+۴۹ ۳۰ ۹۰۱۸۲۰' };
  expect(addKyc.request.parse(details)).toMatchObject({ birthDate: '1990-05-31', phone: '+49 30 901820' });
  expect(loginCode.parse(' ٤٩٣٠٢٧ ')).toBe('493027');
});
