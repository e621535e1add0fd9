import { afterEach, expect, test, vi } from 'vitest';
import { reserveWindow } from './reserveWindow.ts';

afterEach(() => void vi.unstubAllGlobals());

test('opens a blank window without an opener, and navigates it later', () => {
  const opened = { opener: 'this page' as unknown, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.fn(() => opened);
  vi.stubGlobal('window', { open });
  const reserved = reserveWindow();
  expect(open).toHaveBeenCalledWith('', '_blank');
  expect(opened.opener).toBeNull();
  expect(opened.location.replace).not.toHaveBeenCalled();
  reserved?.navigate('https://buy.provider.example/');
  expect(opened.location.replace).toHaveBeenCalledWith('https://buy.provider.example/');
});

test('returns null if the browser opens no window', () => {
  vi.stubGlobal('window', { open: () => null });
  expect(reserveWindow()).toBeNull();
});
