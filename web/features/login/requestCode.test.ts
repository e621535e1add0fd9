import { beforeEach, expect, test, vi } from 'vitest';
import { configureCalls } from '../../api/call.ts';
import { requestCode } from './requestCode.ts';

const sent: { work?: string }[] = [];
let refusals: string[];

beforeEach(() => {
  sent.length = 0;
  refusals = [];
  configureCalls({ authToken: () => undefined, react: () => false, confirm: async () => false });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string) as { work?: string });
    const challenge = refusals.shift();
    const refusal = { respCode: '509', respMessage: '', data: { error: 'work_needed', facts: { challenge } } };
    return Response.json(challenge ? refusal : { respCode: '200', respMessage: '', data: { resendAfter: 60 } });
  });
});

const solve = async (challenge: string) => `${challenge}.7`;

test('solves nothing if the server requests no work', async () => {
  const onWork = vi.fn();
  expect(await requestCode('anna@example.com', { solve, onWork })).toBe(60);
  expect(sent).toEqual([{ email: 'anna@example.com' }]);
  expect(onWork).not.toHaveBeenCalled();
});

test('solves the requested work, and a second challenge if the first has expired', async () => {
  refusals = ['one', 'two'];
  const onWork = vi.fn();
  expect(await requestCode('anna@example.com', { solve, onWork })).toBe(60);
  expect(sent.map(({ work }) => work)).toEqual([undefined, 'one.7', 'two.7']);
  expect(onWork).toHaveBeenCalled();
});

test('throws the refusal if the server keeps requesting work or the browser cannot solve it', async () => {
  refusals = ['one', 'two', 'three', 'four', 'five'];
  await expect(requestCode('anna@example.com', { solve })).rejects.toMatchObject({ detail: { error: 'work_needed' } });
  expect(sent).toHaveLength(4);
  refusals = ['one'];
  const failToSolve = async () => Promise.reject(new Error('no worker'));
  await expect(requestCode('anna@example.com', { solve: failToSolve })).rejects.toMatchObject({
    detail: { error: 'work_needed' },
  });
});
