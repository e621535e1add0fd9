import { afterEach, expect, test, vi } from 'vitest';
import { copyWithoutGaps } from './copyWithoutGaps.ts';

const ADDRESS = '0x71C7656EC7ab';

afterEach(() => vi.unstubAllGlobals());

/** Returns what is copied for a selection; undefined if the browser's default copying applies. */
function copySelection(selected: string): string | undefined {
  vi.stubGlobal('getSelection', () => ({ toString: () => selected }));
  let copy: string | undefined;
  let isStopped = false;
  const clipboardData = { setData: (_type: string, text: string) => void (copy = text) };
  const preventDefault = () => void (isStopped = true);
  copyWithoutGaps({ clipboardData, preventDefault } as unknown as Parameters<typeof copyWithoutGaps>[0], ADDRESS);
  return isStopped ? copy : undefined;
}

test.each(['0x71C7 656E C7ab', '0x71C7\n\n656E\r\nC7ab\n', '0x71C7\t656E\u00A0C7ab '])(
  'copies %j as one line',
  (selected) => expect(copySelection(selected)).toBe(ADDRESS),
);

test('copies a selected part of the address', () => expect(copySelection('656E \nC7')).toBe('656EC7'));

test.each(['', ' \n', 'Wallet 0x71C7 656E', '0x71C7 656E C7ab\n\nCopied'])('leaves %j to the browser', (selected) =>
  expect(copySelection(selected)).toBeUndefined(),
);
