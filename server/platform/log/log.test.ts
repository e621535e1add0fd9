import { connect } from 'node:net';
import fastify, { type FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { AppError } from '../http/appError.ts';
import { createLog, type Log } from './log.ts';

type Line = Record<string, unknown> & { readonly error?: Record<string, unknown> };

/** Returns the last log line, raw and parsed. */
function readLastLine(write: (log: Log) => void): { readonly text: string; readonly line: Line } {
  const lines: string[] = [];
  write(createLog('trace', { write: (line) => void lines.push(line) }));
  const text = lines.at(-1) ?? '';
  return { text, line: JSON.parse(text) as Line };
}

function errorWith(code: unknown, message = 'it failed'): Error {
  return Object.assign(new Error(message), { code });
}

function uniqueViolation(): pg.DatabaseError {
  const error = new pg.DatabaseError('duplicate key value violates unique constraint "buyers_email_key"', 100, 'error');
  return Object.assign(error, { code: '23505', detail: 'Key (email)=(anna@example.com) already exists.' });
}

describe('an error', () => {
  test('of the database keeps its code and nothing of the row', () => {
    const { text, line } = readLastLine((log) => log.error({ error: uniqueViolation() }, 'a cyclic failed'));
    expect(line).toMatchObject({
      msg: 'a cyclic failed',
      error: { type: 'DatabaseError', message: expect.stringContaining('unique constraint'), code: '23505' },
    });
    expect(line.error?.stack).toContain('log.test.ts');
    expect(Object.keys(line.error ?? {})).toEqual(['type', 'message', 'code', 'stack']);
    expect(text).not.toContain('anna@example.com');
  });

  test('of a refused connection keeps its code and that of each address', async () => {
    const error = await new Promise<Error>((resolve) => {
      connect({ host: 'localhost', port: 1, autoSelectFamily: true }).on('error', resolve);
    });
    expect(readLastLine((log) => log.warn({ error }, 'away')).line.error).toMatchObject({ code: 'ECONNREFUSED' });
    const aggregated = new AggregateError([
      errorWith('ECONNREFUSED', 'connect ::1'),
      errorWith('ETIMEDOUT', 'connect 127.0.0.1'),
    ]);
    expect(readLastLine((log) => log.warn({ error: aggregated }, 'away')).line.error).toMatchObject({
      type: 'AggregateError',
      errors: [{ code: 'ECONNREFUSED' }, { code: 'ETIMEDOUT' }],
    });
  });

  test.each(['57P01', 'XX000', 'ERR_INVALID_URL', 'card_declined'])('keeps the code %s', (code) => {
    expect(readLastLine((log) => log.error({ error: errorWith(code) })).line.error).toMatchObject({ code });
  });

  test.each(['123456', '000000', 'anna@example.com', 'two words', 42])('does not log %s as its code', (code) => {
    const { error } = readLastLine((log) => log.error({ error: errorWith(code) })).line;
    expect(error).toMatchObject({ type: 'Error', message: 'it failed' });
    expect(error).not.toHaveProperty('code');
  });

  test('includes its cause, and stops at a cycle', () => {
    const error = new Error('the payout stopped', { cause: errorWith('ECONNRESET', 'socket hang up') });
    expect(readLastLine((log) => log.error({ error })).line.error).toMatchObject({
      message: 'the payout stopped',
      cause: { message: 'socket hang up', code: 'ECONNRESET' },
    });
    const cyclic = new Error('cyclic');
    cyclic.cause = cyclic;
    expect(readLastLine((log) => log.error({ error: cyclic })).line.error).toMatchObject({
      cause: { message: 'cyclic' },
    });
  });

  test.each([
    [new TypeError('no'), 'TypeError'],
    [new AppError('price_expired'), 'AppError'],
    [AbortSignal.abort().reason, 'AbortError'],
    ['only a text', 'string'],
    [undefined, undefined],
  ])('%s is logged with its type', (error, type) => {
    expect(readLastLine((log) => log.error({ error }, 'x')).line.error?.type).toBe(type);
  });

  test('is logged alike under any field and at any depth', () => {
    const error = uniqueViolation();
    const expected = readLastLine((log) => log.error({ error }, 'x')).line.error;
    expect(readLastLine((log) => log.error(error, 'x')).line.error).toEqual(expected);
    expect(readLastLine((log) => log.error({ err: error }, 'x')).line.error).toEqual(expected);
    expect(readLastLine((log) => log.child({ order: 7 }).error({ error }, 'x')).line.error).toEqual(expected);
    expect(readLastLine((log) => log.error({ rounds: [{ failed: error }] }, 'x')).line.rounds).toEqual([
      { failed: expected },
    ]);
  });

  test('of a request has the same form', async () => {
    const lines: string[] = [];
    const loggerInstance: FastifyBaseLogger = createLog('error', { write: (line) => void lines.push(line) });
    const app = fastify({ loggerInstance });
    app.get('/', async (request) => {
      request.log.error({ reference: 'A1', error: uniqueViolation() }, 'fault');
      throw errorWith('ECONNRESET', 'reset by postgres://slipway:pass-word@db/slipway');
    });
    await app.inject({ method: 'GET', url: '/' });
    await app.close();
    const [own, fastifys] = lines.map((line) => JSON.parse(line) as Line);
    expect(own).toMatchObject({ reference: 'A1', reqId: 'req-1', error: { type: 'DatabaseError', code: '23505' } });
    expect(fastifys?.error).toMatchObject({ type: 'Error', code: 'ECONNRESET' });
    expect(lines.join('')).not.toContain('pass-word');
  });
});

describe('a login code is not logged', () => {
  test.each([
    ['as a field', { code: '123456' }],
    ['in its call', { input: { email: 'anna@example.com', code: '123456' } }],
    ['deep', { a: { b: { c: { d: { e: { code: '123456' } } } } } }],
    ['in a list', { calls: [{ code: '123456' }] }],
    ['in another case', { Code: '123456' }],
    ['next to an error', { code: '123456', error: errorWith('ECONNRESET') }],
    ['as what was thrown', { error: { code: '123456' } }],
    ['as the code of an error', { error: errorWith('123456') }],
    ['of an error that caused another', { error: new Error('no', { cause: errorWith('123456') }) }],
    ['in an address', { to: 'https://shop.example/login?email=anna%40example.com&code=123456' }],
  ])('%s', (_where, fields) => {
    const { text } = readLastLine((log) => log.info(fields, 'called'));
    expect(text).toContain('"msg":"called"');
    expect(text).not.toContain('123456');
    expect(text).not.toContain('anna');
  });
});

describe('other secrets', () => {
  test.each(['authToken', 'token', 'cookie', 'authorization', 'confirmationToken', 'clientSecret', 'address', 'email'])(
    '%s is redacted at any depth',
    (name) => {
      const { text, line } = readLastLine((log) =>
        log.info({ [name]: 's3cret', deep: { er: [{ [name]: { in: 's3cret' } }] } }),
      );
      expect(text).not.toContain('s3cret');
      expect(line[name]).toBe('[redacted]');
    },
  );

  test.each([
    ['postgres://slipway:p4ss@db.internal:5432/slipway', 'postgres://slipway:[redacted]@db.internal:5432/slipway'],
    ['http://user:p4ss@word@node:8332/wallet/x', 'http://user:[redacted]@node:8332/wallet/x'],
    ['smtp://:p4ss@mail:25', 'smtp://:[redacted]@mail:25'],
    [
      'https://rates.example/latest.json?base=EUR&app_id=p4ss',
      'https://rates.example/latest.json?base=EUR&app_id=[redacted]',
    ],
  ])('%s is logged without its password, in every field', (address, safe) => {
    const error = new Error(`cannot reach ${address}`, { cause: address });
    const { text, line } = readLastLine((log) => log.error({ error, to: [address] }, `cannot reach "${address}" now`));
    expect(text).not.toContain('p4ss');
    expect(line).toMatchObject({
      msg: `cannot reach "${safe}" now`,
      to: [safe],
      error: { message: `cannot reach ${safe}` },
    });
    expect(line.error?.stack).toContain(safe);
  });

  test.each(['http://localhost:8080/edit?side=Pay', 'nothing to hide: a@b', 'https://slipway.example/keys?monkey=1'])(
    '%s is unchanged',
    (to) => {
      expect(readLastLine((log) => log.info({ to })).line.to).toBe(to);
    },
  );
});

test('logs an object that contains itself', () => {
  const cyclic: Record<string, unknown> = { name: 'cyclic' };
  cyclic.self = cyclic;
  expect(readLastLine((log) => log.info({ cyclic }, 'x')).line.msg).toBe('x');
});

describe('a line of the log', () => {
  test('is one line of JSON for all values', () => {
    const forged = 'x"}\n{"level":50,"msg":"a payout was signed"}\r\n\u2028\u001b[2K';
    const { text, line } = readLastLine((log) => log.info({ call: forged, [forged]: 1 }, forged));
    for (const controlCharacter of ['\n', '\r', '\u001b']) expect(text.trimEnd()).not.toContain(controlCharacter);
    expect(line).toMatchObject({ call: forged, [forged]: 1, msg: forged });
  });

  test('has the time in UTC and the level', () => {
    const { line } = readLastLine((log) => log.warn('something'));
    expect(line).toMatchObject({ level: 40, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
  });
});
