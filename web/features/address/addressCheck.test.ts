import { expect, test } from 'vitest';
import { findParsedAddress } from './addressCheck.ts';

const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

test('returns the parsed address only if it differs from the entry in more than case', () => {
  const findForEntry = (entered: string) =>
    findParsedAddress({ state: 'good', entered, address: bitcoin, isContract: false });
  expect(findForEntry(`bitcoin:${bitcoin}?amount=1`)).toBe(bitcoin);
  expect(findForEntry(bitcoin.toUpperCase())).toBeUndefined();
  expect(findParsedAddress({ state: 'missing', entered: '' })).toBeUndefined();
  expect(findParsedAddress(null)).toBeUndefined();
});
