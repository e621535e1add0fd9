import { afterEach, expect, test, vi } from 'vitest';
import { reserveWindow } from './reserveWindow.ts';

afterEach(() => void vi.unstubAllGlobals());

test('is blank and tied to nothing before it leads anywhere', () => {
  const opened = { opener: 'this page' as unknown, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.fn(() => opened);
  vi.stubGlobal('window', { open });
  const reserved = reserveWindow();
  expect(open).toHaveBeenCalledWith('', '_blank');
  expect(opened.opener).toBeNull();
  expect(opened.location.replace).not.toHaveBeenCalled();
  reserved?.lead('https://buy.provider.example/');
  expect(opened.location.replace).toHaveBeenCalledWith('https://buy.provider.example/');
});

test('is none where the browser opens none', () => {
  vi.stubGlobal('window', { open: () => null });
  expect(reserveWindow()).toBeNull();
});
