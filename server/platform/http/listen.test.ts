import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../app/health/freePort.testing.ts';
import { listen, listenAddress } from './listen.ts';

async function listAnswers(settings: Parameters<typeof listen>[2], hosts: readonly string[]) {
  const app = fastify();
  onTestFinished(() => app.close());
  app.get('/', async () => 'here');
  const port = await findFreePort();
  await listen(app, port, settings);
  const requests = hosts.map((host) =>
    fetch(`http://${host}:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return Promise.all(requests);
}

// Linux answers at every address of 127.0.0.0/8.
const HOSTS = ['127.0.0.1', '127.0.0.2'];

describe('a process listens', () => {
  test.each([
    ['only on this machine by default', listenAddress.parse(undefined), '0', [true, false]],
    ['at the configured address', '127.0.0.2', '0', [false, true]],
    ['everywhere', '0.0.0.0', '0', [true, true]],
    ['in the sandbox only on this machine, despite another configuration', '0.0.0.0', '1', [true, false]],
  ] as const)('%s', async (_where, LISTEN_ADDRESS, SLIPWAY_SANDBOX, answers) => {
    expect(await listAnswers({ LISTEN_ADDRESS, SLIPWAY_SANDBOX }, HOSTS)).toEqual(answers);
  });
});

test.each(['localhost', '10.0.0', '127.0.0.1:8080', '10.0.0.0/8', '*'])('refuses to listen at %s', (text) => {
  expect(listenAddress.safeParse(text).error?.issues[0]?.message).toBe('must be an IP address');
});

test.each(['::', '::1', '10.0.0.5'])('accepts %s', (text) => {
  expect(listenAddress.parse(text)).toBe(text);
});

test('every process listens through listen.ts', () => {
  const server = fileURLToPath(new URL('../../', import.meta.url));
  const files = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !/node_modules|dist\/|\.test\.ts$|\.testing\.ts$|faultyNodes\.ts$/.test(file),
  );
  const listening = files.filter((file) =>
    /\.listen\(\{?\s*(?:port|\d)/.test(readFileSync(`${server}${file}`, 'utf8')),
  );
  expect(listening).toEqual(['platform/http/listen.ts']);
});
