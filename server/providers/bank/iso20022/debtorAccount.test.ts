import { expect, test } from 'vitest';
import { canSendFrom } from './debtorAccount.ts';

const DE = 'DE75512108001245126199';
const GB = 'GB33BUKB20201555555555';

test.each([
  ['EUR', DE, 'SOGEDEFF', true],
  ['EUR', DE, '51210800', true],
  ['EUR', DE, '', true],
  ['GBP', GB, 'BUKBGB22', true],
  ['GBP', GB, '20-20-15', false],
  ['USD', '000123456789', 'CHASUS33XXX', true],
  ['USD', '000123456789', '021000021', false],
  ['EUR', 'DE75512108001245126198', 'SOGEDEFF', false],
  ['EUR', 'US account 12', 'CHASUS33', false],
])('transfers in %s can be sent from account %s at bank %s: %s', (currency, account, bankCode, can) => {
  expect(canSendFrom(currency, { name: 'Operator', account, bankCode })).toBe(can);
});

test('cannot send transfers without a holder’s name', () => {
  expect(canSendFrom('EUR', { name: ' ', account: DE, bankCode: '' })).toBe(false);
});
