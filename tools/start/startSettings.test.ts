import { describe, expect, test } from 'vitest';
import { readStartSettings } from './startSettings.ts';

test('has a default for everything', () => {
  expect(readStartSettings({ PORT: '' }, '/project')).toEqual({
    port: 8080,
    sandboxPort: 8090,
    dataDir: '/project/.data',
    databaseUrl: undefined,
    rateLimits: 'on',
    role: 'all',
  });
});

describe('names each invalid variable', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ SANDBOX_PORT: '65530' }, 'SANDBOX_PORT'],
    [{ PORT: '8091' }, "among the sandbox's ports"],
    [{ RATE_LIMITS: 'maybe' }, "RATE_LIMITS must be 'on' or 'off'"],
    [{ ROLE: 'boss' }, 'ROLE'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  ])('%j', (environment, expected) => {
    expect(() => readStartSettings(environment, '/project')).toThrow(expected);
  });

  test('together in one line, without a password', () => {
    const wrong = { PORT: 'x', ROLE: 'y', DATABASE_URL: 'http://me:secret@host/db' };
    let message = '';
    try {
      readStartSettings(wrong, '/project');
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/PORT .*; DATABASE_URL .*; ROLE .*/);
    expect(message).not.toMatch(/secret|\n/);
  });
});
