import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatActionTitle } from '../action/action.ts';
import { signerRights } from '../signer/signedRequests/signerRights.ts';
import { actions, findAction } from './actions.ts';
import type { OperatorAction } from './operatorAction.ts';
import { renderActionsDocument } from './renderActionsDocument.ts';

test('docs/actions.md lists every action', () => {
  const page = readFileSync(new URL('../../docs/actions.md', import.meta.url), 'utf8');
  expect(page, 'run npm run draw').toBe(renderActionsDocument());
});

test('gives each action a unique name', () => {
  expect(new Set(actions.map(({ name }) => name)).size).toBe(actions.length);
});

test.each<OperatorAction>(actions)('$name needs a second person only if someone may approve it', (action) => {
  if (action.secondPerson.when === 'never') expect(action.right.approvers).toBeNull();
  else expect(action.right.approvers ?? []).not.toEqual([]);
});

test.each(Object.entries(signerRights))('%s has the same requesters and approvers in the signer', (name, right) => {
  expect(findAction(name)?.right).toEqual(right);
});

const withdraw = findAction('withdraw');

test.each([
  ['2.000000000000000000 ETH', 'Withdraw 2 ETH to 0xabc'],
  ['0.250000 USDC_BASE', 'Withdraw 0.25 USDC_BASE to 0xabc'],
  ['0.000000000000000001 ETH', 'Withdraw 0.000000000000000001 ETH to 0xabc'],
  ['20 ETH', 'Withdraw 20 ETH to 0xabc'],
])('shows every significant digit in the title of a withdrawal of %s', (subject, title) => {
  if (!withdraw) throw new Error('there is no action withdraw');
  expect(formatActionTitle(withdraw, { subject, input: { crypto: 'ETH', units: '1', address: '0xabc' } })).toBe(title);
});

test('formats the title of a request from action and subject if its input does not fit the action', () => {
  if (!withdraw) throw new Error('there is no action withdraw');
  expect(formatActionTitle(withdraw, { subject: '20 ETH', input: { to: '0xabc' } })).toBe('withdraw 20 ETH');
});

test.each(['new-act', 'constructor', '__defineGetter__'])('does not find an action %s', (name) => {
  expect(findAction(name)).toBeUndefined();
});
