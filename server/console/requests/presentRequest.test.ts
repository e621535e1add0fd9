import { expect, test } from 'vitest';
import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import { createStatementChain } from '../../platform/persons/testPersonKeys.testing.ts';
import { presentRequest } from './presentRequest.ts';

const request: OperatorRequest = {
  id: 7,
  action: 'pay-to',
  subject: '7KQ2M4XD9TAB3HWPEN56',
  input: { refund: 'RF1', amount: '130.00 EUR', name: 'Jonas Keller', account: 'DE89370400440532013000' },
  who: 'sam',
  why: 'he wrote to us',
  approvedBy: null,
  status: 'waiting',
  result: null,
  createdAt: new Date(0),
  settledAt: null,
  requestStatement: 'a'.repeat(64),
  approvedWith: null,
};

test('shows the recipient to the requester, roles that need it and, before the decision, approvers', () => {
  const persons = createStatementChain('anna', 'ben');
  for (const [name, role] of [
    ['sam', 'support'],
    ['tess', 'treasurer'],
    ['vera', 'viewer'],
    ['dora', 'admin'],
  ] as const)
    persons.confirm('ben', persons.propose('anna', name, [role]));
  const { enrolled } = persons.read();
  const presentInputFor = (name: string, request_: OperatorRequest = request) => {
    const person = [...enrolled.values()].find((one) => one.name === name);
    if (!person) throw new Error(`there is no ${name}`);
    return presentRequest(request_, { persons: { enrolled }, viewer: person, presentPeople: new Set() }).input;
  };
  expect(presentInputFor('sam')).toEqual(request.input);
  expect(presentInputFor('tess')).toEqual(request.input);
  const masked = { ...request.input, name: 'J. K.', account: 'DE·· 3000' };
  expect(presentInputFor('vera')).toEqual(masked);
  expect(presentInputFor('dora')).toEqual(masked);
  // No one has to answer a decided request.
  expect(presentInputFor('tess', { ...request, status: 'done' })).toEqual(masked);
});
