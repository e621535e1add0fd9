import { readdirSync, readFileSync } from 'node:fs';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { declineText } from './declineText.ts';
import english from './en-US.json' with { type: 'json' };

const FOLDER = new URL('./', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test('does not suggest another payment attempt to a buyer who has none left', () => {
  const messages = Object.fromEntries(Object.entries(english).map(([key, message]) => [key, compileMessage(message)]));
  i18n.loadAndActivate({ locale: 'en-US', messages });
  expect(declineText('insufficient_funds', true)).toMatch(/insufficient funds.*try again/);
  expect(declineText('insufficient_funds', false)).toBe('The card has insufficient funds.');
  expect(declineText('declined', false)).toBe(english['decline.declined']);
  expect(declineText('a_reason_of_a_later_version', true)).toBeNull();
});

describe.each(files)('%s', (file) => {
  const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));

  test('each decline reason except `declined` has a text of its cause that is shorter than its full text', () => {
    const reasons = Object.keys(texts).flatMap((key) => /^decline\.(.+)/.exec(key)?.[1] ?? []);
    for (const reason of reasons.filter((each) => each !== 'declined')) {
      const cause = texts[`declineCause.${reason}`] ?? '';
      expect(cause, reason).not.toBe('');
      expect(cause.length, reason).toBeLessThan(texts[`decline.${reason}`]?.length ?? 0);
    }
  });
});
