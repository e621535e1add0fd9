import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeVersion } from './writeVersion.ts';

let root: string;

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-version-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const app = { name: '@slipway/app', version: '1.0.0', dependencies: { '@slipway/money': '1.0.0', other: '1.0.0' } };
  const money = { name: '@slipway/money', version: '1.0.0' };
  write('package.json', { name: 'slipway', version: '1.0.0', workspaces: ['app', 'money'] });
  write('app/package.json', app);
  write('money/package.json', money);
  write('package-lock.json', {
    version: '1.0.0',
    packages: { '': { version: '1.0.0' }, app, money, 'node_modules/other': { version: '1.0.0' } },
  });
  write('Dockerfile', 'FROM node\nARG VERSION=1.0.0\n');
});

test('writes the version into manifests, the lock file and the image, and leaves other packages unchanged', () => {
  writeVersion(root, '1.1.0');
  const app = { version: '1.1.0', dependencies: { '@slipway/money': '1.1.0', other: '1.0.0' } };
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.1.0' });
  expect(JSON.parse(read('app/package.json'))).toMatchObject(app);
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '1.1.0',
    packages: {
      '': { version: '1.1.0' },
      app,
      money: { version: '1.1.0' },
      'node_modules/other': { version: '1.0.0' },
    },
  });
  expect(read('Dockerfile')).toBe('FROM node\nARG VERSION=1.1.0\n');
});

test('refuses a file that names another version', () => {
  write('Dockerfile', 'ARG VERSION=0.9.0\n');
  expect(() => writeVersion(root, '1.1.0')).toThrow('Dockerfile does not have "ARG VERSION=1.0.0"');
});
