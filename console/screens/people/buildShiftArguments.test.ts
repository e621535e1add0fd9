import { expect, test } from 'vitest';
import { buildShiftArguments, EMPTY_SHIFT, NO_PERSON, type ShiftDraft } from './buildShiftArguments.ts';

const NOW = Date.parse('2026-11-29T10:00:30.000Z');
const SHIFT: ShiftDraft = { starts: '2026-12-01 18:00', ends: '2026-12-02 06:00', first: 'anna', second: 'ben' };
const SIGNED = { from: '2026-12-01T18:00:00.000Z', to: '2026-12-02T06:00:00.000Z', first: 'anna', second: 'ben' };

test.each([
  [{}, SIGNED],
  [{ starts: undefined }, { ...SIGNED, from: '2026-11-29T10:00:30.000Z' }],
  [{ second: undefined }, { ...SIGNED, second: '' }],
  [{ second: NO_PERSON }, { ...SIGNED, second: '' }],
  [
    { first: NO_PERSON, second: NO_PERSON },
    { ...SIGNED, first: '', second: '' },
  ],
])('accepts a shift with %j', (change, input) => {
  expect(buildShiftArguments({ ...SHIFT, ...change }, NOW)).toEqual({ input });
});

test.each([
  [EMPTY_SHIFT, 'Enter the end'],
  [{ starts: '' }, 'Enter the start'],
  [{ starts: 'tonight' }, 'Enter the start'],
  [{ ends: '2026-11-31 06:00' }, 'Enter the end'],
  [{ ends: '2026-12-01 18:00' }, 'after the start'],
  [{ starts: '2026-11-28 18:00', ends: '2026-11-29 06:00' }, 'in the future'],
  [{ first: undefined }, 'Choose who'],
  [{ first: NO_PERSON }, 'leave the second person empty'],
  [{ second: 'anna' }, 'someone else'],
])('rejects a shift with %j: %s', (change, fault) => {
  expect(buildShiftArguments({ ...SHIFT, ...change }, NOW)).toEqual({ fault: expect.stringContaining(fault) });
});
