import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import type { GeneratedCredentials } from '../../sandbox/world/generateCredentials.ts';
import { assignSandboxPorts } from '../../sandbox/world/ports.ts';
import type { RunShell } from './shell.ts';

/** Host name by which containers reach the host machine. */
const MACHINE = 'host.docker.internal';

/** Variables of a sandbox's product that hold the addresses of the stand-ins, or their chain's id. */
const STAND_IN_VARIABLE =
  /^(?:(?:STRIPE|SUMSUB|KRAKEN|COINBASE|BITSTAMP)_API_URL|STRIPE_SCRIPT_URL|ECB_RATES_URL|SANCTIONS_LIST_URL|ETHEREUM_CHAIN_ID)$/;

/** Writes the vendors' secrets into the files that docs/installing.md names. */
export async function writeVendorSecrets(
  folder: string,
  { stripe, sumsub, kraken, krakenWithdrawals }: GeneratedCredentials,
  sandboxPort: number,
): Promise<void> {
  const secrets = {
    stripe_secret_key: stripe.secretKey,
    stripe_signer_key: stripe.secretKey,
    stripe_webhook_secret: stripe.webhookSecret,
    sumsub_app_token: sumsub.appToken,
    sumsub_secret_key: sumsub.secretKey,
    sumsub_webhook_secret: sumsub.webhookSecret,
    kraken_api_key: kraken.apiKey,
    kraken_api_secret: kraken.apiSecret,
    kraken_signer_key: krakenWithdrawals.apiKey,
    kraken_signer_secret: krakenWithdrawals.apiSecret,
    smtp_url: `smtp://${MACHINE}:${assignSandboxPorts(sandboxPort).smtp}`,
  };
  for (const [name, value] of Object.entries(secrets))
    await writeFile(join(folder, 'deploy/compose/secrets', name), `${value}\n`);
}

/** Creates a treasury from existing keys as docs/operating/signer-keys.md describes. */
export async function createTreasury(
  shell: RunShell,
  folder: string,
  { treasury }: GeneratedCredentials,
): Promise<void> {
  const encrypted = (privateKey: string, file: string) =>
    `printf '302e0201010420%sa00706052b8104000a' ${privateKey} | tr a-f A-F | basenc -d --base16 | openssl pkcs8 -topk8 -inform DER -scrypt -passout file:treasury.passphrase -out ${file}`;
  await shell(`mkdir -p ${folder}
cd ${folder}
umask 077
openssl rand -hex -out treasury.passphrase 32
${encrypted(treasury.evmPrivateKey.slice(2), 'evm.pem')}
${encrypted(treasury.bitcoinPrivateKey, 'bitcoin.pem')}
chown 10002:10001 *.pem treasury.passphrase
chmod 0600 *.pem treasury.passphrase`);
}

/** Sets variables in .env, a copy of .env.example; throws if it has no line for one of them. */
export async function setVariables(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const file = join(folder, '.env');
  let text = await readFile(file, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(text)) throw new Error(`.env.example has no ${name}`);
    text = text.replace(line, () => `${name}=${value}`);
  }
  await writeFile(file, text);
}

/** Writes an override with the stand-ins' addresses. Compose also reads JSON. */
export async function writeStandInOverride(folder: string, sandboxPort: number): Promise<void> {
  const variables = Object.entries(
    productEnvironment({ sandboxPort, productPort: 443, bankFilesFolder: '', bankReceivedFolder: '' }),
  );
  const environment = Object.fromEntries(
    variables
      .filter(([name]) => STAND_IN_VARIABLE.test(name))
      .map(([name, value]) => [name, value.replace('//localhost:', `//${MACHINE}:`)]),
  );
  const service = { environment, extra_hosts: [`${MACHINE}:host-gateway`] };
  const services = { api: service, worker: service, signer: service };
  await writeFile(join(folder, 'compose.override.yaml'), JSON.stringify({ services }, null, 2));
}

/**
 * Writes the example override unchanged except for a treasury address on the stand-in's chain. Returns the files for
 * COMPOSE_FILE.
 */
export async function writeExampleOverride(
  folder: string,
  { treasury }: GeneratedCredentials,
  sandboxPort: number,
): Promise<string> {
  const examples = await readFile(join(folder, 'compose.override.example.yaml'), 'utf8');
  if (!examples.includes('bc1qplaceholder')) throw new Error('compose.override.example.yaml has no address to replace');
  await writeFile(join(folder, 'examples.yaml'), examples.replace('bc1qplaceholder', treasury.bitcoinAddress));
  const node = `http://${MACHINE}:${assignSandboxPorts(sandboxPort).bitcoin}`;
  await writeFile(join(folder, 'deploy/compose/secrets/bitcoin_rpc_url'), `${node}\n`);
  const service = { environment: { BITCOIN_NETWORK: 'regtest' } };
  const services = { api: service, worker: service, signer: service };
  await writeFile(join(folder, 'regtest.yaml'), JSON.stringify({ services }));
  return 'compose.yaml:compose.override.yaml:examples.yaml:regtest.yaml';
}

/** Returns the URL of the chain's node for containers. */
export function ethereumUrl(sandboxPort: number): string {
  return `http://${MACHINE}:${assignSandboxPorts(sandboxPort).ethereum}`;
}
