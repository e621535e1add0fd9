import { expect, test } from 'vitest';
import { exportFileName } from './exportFileName.ts';

test('names the file by the day of the export', () => {
  expect(exportFileName('2026-11-21T10:00:00.000Z')).toBe('slipway-data-2026-11-21.json');
});
