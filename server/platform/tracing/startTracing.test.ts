import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, propagation, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { testTimeoutMs } from '../../../tools/patience/patience.ts';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { createLog } from '../log/log.ts';
import { runInSpan } from './spans.ts';
import { startTracing } from './startTracing.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  trace.disable();
  context.disable();
  propagation.disable();
});

/** Starts a collector that stores what it receives. */
async function startCollector({ answers = true } = {}) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      received.push(`${request.url} ${body}`);
      if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close().closeAllConnections() };
}

function logLines() {
  const lines: string[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }) };
}

describe('tracing does not start', () => {
  test.each([
    ['without a collector', {}],
    ['with an empty collector', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    ['when it is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'TRUE' }],
  ])('%s', async (_name, environment) => {
    expect(await startTracing(environment, logLines().log)).toBeUndefined();
    await runInSpan({ name: 'work' }, async (span) => expect(span.isRecording()).toBe(false));
  });
});

test('sends spans to the collector with the service’s name', async () => {
  const collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  const tracing = await startTracing(process.env, logLines().log);
  await runInSpan({ name: 'work' }, async () => undefined);
  await tracing?.stop();
  // On a slow machine `stop` gives up before the spans have arrived.
  await waitFor(() => expect(collector.received).toHaveLength(1));
  collector.close();
  expect(collector.received[0]).toMatch(
    /^\/v1\/traces .*"service\.name","value":\{"stringValue":"slipway"\}.*"name":"work"/,
  );
});

test('logs once that a collector is unreachable', async () => {
  const { lines, log } = logLines();
  vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://127.0.0.1:1/v1/traces');
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '500');
  const tracing = await startTracing(process.env, log);
  await runInSpan({ name: 'work' }, async () => undefined);
  await tracing?.stop();
  await waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toContain('spans could not be sent');
});

test('stops although a collector never answers', async () => {
  const collector = await startCollector({ answers: false });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  // Longer than this test may take, so that only the product's own limit ends the wait.
  for (const name of ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_BSP_EXPORT_TIMEOUT'])
    vi.stubEnv(name, String(2 * testTimeoutMs));
  const tracing = await startTracing(process.env, logLines().log);
  await runInSpan({ name: 'work' }, async () => undefined);
  await tracing?.stop();
  collector.close();
});
