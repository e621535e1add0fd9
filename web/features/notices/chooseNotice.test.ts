import { expect, test } from 'vitest';
import { chooseNotice, type NoticeFacts } from './chooseNotice.ts';

const calm: NoticeFacts = { connection: 'good', slow: false, version: 'none', path: '/edit' };

test.each<[string, string | null, Partial<NoticeFacts>]>([
  ['a page without problems', null, {}],
  ['no network', 'offline', { connection: 'offline' }],
  ['a server that does not respond', null, { connection: 'silent' }],
  ['a long wait', 'slow', { slow: true }],
  [
    'no network, a long wait and a new version',
    'offline',
    { connection: 'offline', slow: true, version: 'new_version' },
  ],
  ['a long wait and a new version', 'slow', { slow: true, version: 'new_version' }],
  ['a new version', 'new_version', { version: 'new_version' }],
  ['a version activated in another tab', 'updated', { version: 'updated' }],
  ['a new version where a card is chosen', null, { version: 'new_version', path: '/select-card' }],
  ['a new version where a card is typed', null, { version: 'new_version', path: '/enter-card' }],
  ['a version of another tab where a card is typed', null, { version: 'updated', path: '/enter-card' }],
  ['no network where a card is typed', 'offline', { connection: 'offline', path: '/enter-card' }],
])('for %s the notice is %s', (_name, notice, facts) => expect(chooseNotice({ ...calm, ...facts })).toBe(notice));
