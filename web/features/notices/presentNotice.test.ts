import { expect, test } from 'vitest';
import { type NoticeFacts, presentNotice } from './presentNotice.ts';

const calm: NoticeFacts = { line: 'good', slow: false, version: 'none', path: '/edit' };

test.each<[string, Partial<NoticeFacts>, string | null]>([
  ['nothing to tell', {}, null],
  ['no network', { line: 'offline' }, 'offline'],
  ['a silent server is what the pages themselves tell of', { line: 'silent' }, null],
  ['a long wait', { slow: true }, 'slow'],
  ['offline before slow', { line: 'offline', slow: true, version: 'new_version' }, 'offline'],
  ['slow before new', { slow: true, version: 'new_version' }, 'slow'],
  ['a new version', { version: 'new_version' }, 'new_version'],
  ['taken in another tab', { version: 'updated' }, 'updated'],
  ['no new version where a card is chosen', { version: 'new_version', path: '/select-card' }, null],
  ['no new version where a card is typed', { version: 'new_version', path: '/enter-card' }, null],
  ['and no reload there either', { version: 'updated', path: '/enter-card' }, null],
  ['the line is told of there too', { line: 'offline', path: '/enter-card' }, 'offline'],
])('%s', (_name, facts, notice) => expect(presentNotice({ ...calm, ...facts })).toBe(notice));
