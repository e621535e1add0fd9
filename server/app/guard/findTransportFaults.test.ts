import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { findTransportFaults } from './findTransportFaults.ts';

const ELSEWHERE = 'postgres://slipway:pw@db.example.com/slipway';

describe('reports by variable name:', () => {
  test.each([
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTHORIZED must not be 0/],
    [{ NODE_OPTIONS: '--tls-min-v1.0' }, /^NODE_OPTIONS must not have --tls-min-v1\.0/],
    [{ NODE_OPTIONS: '--max-old-space-size=512 --tls-max-v1.1' }, /^NODE_OPTIONS must not have --tls-max-v1\.1/],
    [{ NODE_OPTIONS: '--tls-cipher-list=NULL' }, /^NODE_OPTIONS must not have --tls-cipher-list/],
    [{ NODE_OPTIONS: '--inspect=0.0.0.0' }, /^NODE_OPTIONS must not have --inspect/],
    [{ DATABASE_URL: ELSEWHERE }, /^DATABASE_URL must have \?sslmode=verify-full/],
    [{ DATABASE_DIRECT_URL: ELSEWHERE }, /^DATABASE_DIRECT_URL must have \?sslmode=verify-full/],
    [{ CLERK_DATABASE_URL: ELSEWHERE }, /^CLERK_DATABASE_URL must have \?sslmode=verify-full/],
    [{ DATABASE_URL: `${ELSEWHERE}?sslmode=no-verify` }, /^DATABASE_URL must have/],
    [{ DATABASE_URL: `${ELSEWHERE}?sslmode=verify-full&sslmode=disable` }, /^DATABASE_URL must have/],
    [{ DATABASE_URL: 'postgres://localhost/slipway?host=db.example.com' }, /^DATABASE_URL must have/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be an https/,
    ],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://1.1.1.1/v1/traces' }, /^OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be/],
  ])('%o', (source, why) => {
    expect(findTransportFaults(source)).toEqual([expect.stringMatching(why)]);
  });
});

test.each([
  {},
  { NODE_TLS_REJECT_UNAUTHORIZED: '1', NODE_OPTIONS: '--max-old-space-size=512 --tls-min-v1.3' },
  { DATABASE_URL: `${ELSEWHERE}?sslmode=verify-full` },
  { DATABASE_URL: 'postgres://slipway:pw@10.0.0.5/slipway' },
  { DATABASE_URL: 'postgres://slipway:pw@[fd00::5]/slipway' },
  { DATABASE_URL: 'postgres:///slipway?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://slipway@%2Fvar%2Frun%2Fpostgresql/slipway' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com' },
])('accepts %o', (source) => {
  expect(findTransportFaults(source)).toEqual([]);
});

test('Node allows only TLS 1.2 and 1.3 with strong ciphers by default', () => {
  expect(tls.DEFAULT_MIN_VERSION).toBe('TLSv1.2');
  expect(tls.DEFAULT_MAX_VERSION).toBe('TLSv1.3');
  expect(tls.DEFAULT_CIPHERS).not.toMatch(/(?:^|:)(?!!)[^:]*(?:NULL|RC4|3DES|EXPORT|MD5)/);
});
