import { expect, test } from 'vitest';
import { chooseNotice, type NoticeFacts } from './chooseNotice.ts';

const calm: NoticeFacts = { connection: 'good', slow: false, version: 'none', path: '/edit' };

test.each<[string, Partial<NoticeFacts>, string | null]>([
  ['nothing to show', {}, null],
  ['no network', { connection: 'offline' }, 'offline'],
  ['no notice for a server that does not respond', { connection: 'silent' }, null],
  ['a long wait', { slow: true }, 'slow'],
  ['offline before slow', { connection: 'offline', slow: true, version: 'new_version' }, 'offline'],
  ['slow before new', { slow: true, version: 'new_version' }, 'slow'],
  ['a new version', { version: 'new_version' }, 'new_version'],
  ['a version loaded in another tab', { version: 'updated' }, 'updated'],
  ['no new version where a card is chosen', { version: 'new_version', path: '/select-card' }, null],
  ['no new version where a card is typed', { version: 'new_version', path: '/enter-card' }, null],
  ['no reload where a card is typed', { version: 'updated', path: '/enter-card' }, null],
  ['a lost connection where a card is typed', { connection: 'offline', path: '/enter-card' }, 'offline'],
])('%s', (_name, facts, notice) => expect(chooseNotice({ ...calm, ...facts })).toBe(notice));
