import { expect, test } from 'vitest';
import { withAsciiDomain } from './asciiDomain.ts';
import { email } from './calls/account/sendCode.ts';

test.each([
  ['anna@münchen.de', 'anna@xn--mnchen-3ya.de'],
  [' Anna@MÜNCHEN.de ', 'anna@xn--mnchen-3ya.de'],
  ['anna@xn--mnchen-3ya.de', 'anna@xn--mnchen-3ya.de'],
  ['anna@mail.почта.рф', 'anna@mail.xn--80a1acny.xn--p1ai'],
  ['anna@例え。jp', 'anna@xn--r8jz45g.jp'],
  ['anna@straße.de', 'anna@xn--strae-oqa.de'],
  ['anna@example.com', 'anna@example.com'],
])('parses %j as the address %s', (written, address) => expect(email.parse(written)).toBe(address));

test.each([
  'änna@example.com',
  'anna@mün chen.de',
  'anna@mün/chen.de',
  'anna@mün:80.de',
  'anna@mün?chen.de',
  '@münchen.de',
  'münchen.de',
  'anna@münchen',
  'anna@١٢٧.٠.٠.١',
  `anna@${'ü'.repeat(80)}.de`,
])('rejects %j', (written) => expect(email.safeParse(written).success).toBe(false));

test('leaves other text unchanged', () => {
  for (const text of ['anna@127.1', 'anna', '', '@', 'ü@ü/ü']) expect(withAsciiDomain(text)).toBe(text);
});
