import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { answerError } from './sendError.ts';

const INSIDE = 'select * from buyers where token = 7f3a: no such column, at /srv/slipway/server/account/login.ts:12';
const lines: string[] = [];
const app = fastify({ loggerInstance: createLog('info', { write: (line) => void lines.push(line) }) });
app.decorateReply('respCode', '');
app.setErrorHandler(answerError);
app.get('/fault', async () => {
  throw new Error(INSIDE);
});
afterAll(() => app.close());

test('a fault tells its caller a reference, and the log what it was', async () => {
  const answer = await app.inject('/fault');
  expect(answer.statusCode).toBe(500);
  const { reference } = (answer.json() as { data: { facts: { reference: string } } }).data.facts;
  expect(reference).toMatch(/^[0-9A-F]{8}$/);
  expect(answer.body).not.toMatch(/select|buyers|srv|login\.ts|7f3a/);
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; reference?: string; error?: object });
  expect(logged.find(({ msg }) => msg === 'fault')).toMatchObject({ reference, error: { message: INSIDE } });
});
