import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMac } from './mac.ts';

const bytes = (text: string, times: number) => Buffer.from(text.repeat(times), 'hex');

/** RFC 4231, cases 1, 2 and 6. */
test.each([
  [bytes('0b', 20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    Buffer.from('Jefe'),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    bytes('aa', 131),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
])("is the RFC's own", (key, text, expected) => {
  expect(Buffer.from(createMac(key)(text), 'base64url').toString('hex')).toBe(expected);
});

test('is what Node makes of any key and texts, one after another', () => {
  const text = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ minLength: 500, maxLength: 2_000 }));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 130 }), fc.array(text, { minLength: 1, maxLength: 5 }), (key, texts) => {
      const mac = createMac(key);
      for (const each of texts) expect(mac(each)).toBe(createHmac('sha256', key).update(each).digest('base64url'));
    }),
  );
});

test.each(['é', '€', '\u{1f600}', '\ud800'])('%j is refused: its bytes would be another text of ASCII', (text) => {
  expect(() => createMac(Buffer.alloc(32))(`a${text}`)).toThrow(RangeError);
});
