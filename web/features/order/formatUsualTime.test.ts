import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { beforeAll, expect, test } from 'vitest';
import english from '../../i18n/en-US.json';
import { formatUsualTime } from './formatUsualTime.ts';

beforeAll(() => {
  i18n.load(
    'en-US',
    Object.fromEntries(Object.entries(english).map(([key, message]) => [key, compileMessage(message)])),
  );
  i18n.activate('en-US');
});

test.each([
  [0, 'Usually within 1 minute'],
  [60, 'Usually within 1 minute'],
  [61, 'Usually within 2 minutes'],
  [7_140, 'Usually within 119 minutes'],
  [7_141, 'Usually within 2 hours'],
  [7_201, 'Usually within 3 hours'],
])('%d seconds are shown as "%s"', (seconds, shown) => {
  expect(formatUsualTime(seconds)).toBe(shown);
});

test('an unknown time is not shown', () => {
  expect(formatUsualTime(null)).toBeNull();
});
