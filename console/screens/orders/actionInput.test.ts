import { expect, test } from 'vitest';
import { buildActionInput } from './actionInput.ts';

test('combines the action’s given values with its typed inputs, trims a name and removes the spaces of an account', () => {
  const action = { inputs: ['name', 'account'], given: { refund: 'ref_1' } } as const;
  expect(
    buildActionInput(
      { ...action, inputs: [...action.inputs] },
      { name: ' Anna Weber ', account: 'DE89 3704 0044 0532 0130 00', entry: 'left over' },
    ),
  ).toEqual({ refund: 'ref_1', name: 'Anna Weber', account: 'DE89370400440532013000' });
  expect(buildActionInput({ inputs: [], given: { orders: '3' } }, {})).toEqual({ orders: '3' });
});
