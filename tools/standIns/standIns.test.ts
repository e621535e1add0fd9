import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePorts } from '../../e2e/startWorld.ts';
import { credentials } from '../../sandbox/world/credentials.ts';
import type { GeneratedCredentials } from '../../sandbox/world/generateCredentials.ts';
import { assignSandboxPorts } from '../../sandbox/world/ports.ts';
import { childPath } from '../start/requireSandboxPrograms.ts';
import { SANDBOX_PORT_COUNT } from '../start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../temporary/ownedFolder.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

test('the stand-ins accept the generated keys, and no published ones', async () => {
  const folder = await createOwnedFolder('slipway-stand-ins-');
  onTestFinished(() => removeOwnedFolder(folder));
  const port = await findFreePorts(SANDBOX_PORT_COUNT);
  const child = spawn(process.execPath, [`${PROJECT}tools/standIns.ts`, 'run', folder], {
    env: { PATH: childPath(PROJECT, process.env['PATH']), SANDBOX_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('Test cards')) break;
  }
  const { stripe } = JSON.parse(readFileSync(`${folder}/credentials.json`, 'utf8')) as GeneratedCredentials;
  const status = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`http://localhost:${assignSandboxPorts(port).stripe}/v1/balance`, { headers })).status;
  };
  expect([await status(stripe.secretKey), await status(credentials.stripe.secretKey)]).toEqual([200, 401]);
  expect(readFileSync(`${folder}/coins`, 'utf8')).toMatch(/^ETH 0x[0-9a-f]{64}$/m);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});
