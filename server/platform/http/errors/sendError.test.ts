import fastify from 'fastify';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createReadOnlyError } from '../../database/databaseErrors.ts';
import { createLog } from '../../log/log.ts';
import { answerError } from './sendError.ts';

const INSIDE = 'select * from buyers where token = 7f3a: no such column, at /srv/slipway/server/account/login.ts:12';
const lines: string[] = [];
const app = fastify({ loggerInstance: createLog('info', { write: (line) => void lines.push(line) }) });
app.decorateReply('respCode', '');
app.setErrorHandler(answerError);
const nextErrors: Error[] = [];
app.get('/away', async () => {
  throw nextErrors.pop() ?? new Error('there is nothing to throw');
});
app.get('/fault', async () => {
  throw new Error(INSIDE);
});
app.get('/left', async (request) => {
  request.raw.socket.destroy();
  throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
});
afterAll(() => app.close());

test('returns only a reference for a fault, and logs the cause', async () => {
  const answer = await app.inject('/fault');
  expect(answer.statusCode).toBe(500);
  const { reference } = (answer.json() as { data: { facts: { reference: string } } }).data.facts;
  expect(reference).toMatch(/^[0-9A-F]{8}$/);
  expect(answer.body).not.toMatch(/select|buyers|srv|login\.ts|7f3a/);
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; reference?: string; error?: object });
  expect(logged.find(({ msg }) => msg === 'fault')).toMatchObject({ reference, error: { message: INSIDE } });
});

test('logs no fault when the client has closed the connection', async () => {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const before = lines.length;
  await expect(fetch(`${origin}/left`)).rejects.toThrow();
  await expect.poll(() => lines.slice(before).join('')).toContain('the client has closed the connection');
  expect(lines.slice(before).join('')).not.toContain('"msg":"fault"');
});

function createPostgresError(code: string): Error {
  return Object.assign(new pg.DatabaseError('of the inside', 0, 'error'), { code });
}

test.each([
  ['refused', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['broken', new Error('Connection terminated unexpectedly')],
  ['already broken', new Error('Client has encountered a connection error and is not queryable')],
  ['not connected in time', new Error('timeout exceeded when trying to connect')],
  ['shut down', createPostgresError('57P01')],
  ['crashed', createPostgresError('57P02')],
  ['starting', createPostgresError('57P03')],
  ['lost', createPostgresError('08006')],
  ['a standby', createPostgresError('25006')],
  ['already a standby', createReadOnlyError()],
  ['full', createPostgresError('53300')],
  ['on a full disk', createPostgresError('53100')],
  ['on a disk that fails', createPostgresError('58030')],
  ['repeatedly unable to serialize', createPostgresError('40001')],
  ['repeatedly in a deadlock', createPostgresError('40P01')],
])('answers 503 with Retry-After when the database is %s', async (_how, error) => {
  nextErrors.push(error);
  const answer = await app.inject('/away');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json()).toMatchObject({ data: { error: 'unavailable' } });
  expect(answer.body).not.toContain('inside');
});

test('answers 500 when PostgreSQL refuses permanently', async () => {
  nextErrors.push(createPostgresError('23505'));
  expect((await app.inject('/away')).statusCode).toBe(500);
});
