import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import type { OwnCredentials } from '../../sandbox/world/drawCredentials.ts';
import { sandboxPorts } from '../../sandbox/world/ports.ts';
import type { Shell } from './shell.ts';

type Drawn = OwnCredentials;

/** The name by which containers reach the machine that they run on. */
const MACHINE = 'host.docker.internal';

/** Where the stand-ins are, of all that a sandbox's product is told. */
const LEADS_TO_STAND_INS =
  /^(?:(?:STRIPE|SUMSUB|KRAKEN|COINBASE|BITSTAMP)_API_URL|STRIPE_SCRIPT_URL|ECB_RATES_URL|SANCTIONS_LIST_URL|ETHEREUM_CHAIN_ID)$/;

/** What vendors have given: docs/installing.md names the files. */
export async function laySecretsOfVendors(
  folder: string,
  { stripe, sumsub, kraken, krakenWithdrawals }: Drawn,
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
    smtp_url: `smtp://${MACHINE}:${sandboxPorts(sandboxPort).smtp}`,
  };
  for (const [name, value] of Object.entries(secrets))
    await writeFile(join(folder, 'deploy/compose/secrets', name), `${value}\n`);
}

/** By docs/operating.md, out of keys that one has. */
export async function layTreasury(shell: Shell, folder: string, { treasury }: Drawn): Promise<void> {
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

/** Sets variables of .env, each of which .env.example has to name. */
export async function settle(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const file = join(folder, '.env');
  let text = await readFile(file, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(text)) throw new Error(`.env.example has no ${name}`);
    text = text.replace(line, () => `${name}=${value}`);
  }
  await writeFile(file, text);
}

/** What differs on this machine: where the stand-ins are. Compose reads JSON as well. */
export async function layOverride(folder: string, sandboxPort: number): Promise<void> {
  const told = Object.entries(
    productEnvironment({ sandboxPort, productPort: 443, bankFilesFolder: '', bankReceivedFolder: '' }),
  );
  const environment = Object.fromEntries(
    told
      .filter(([name]) => LEADS_TO_STAND_INS.test(name))
      .map(([name, value]) => [name, value.replace('//localhost:', `//${MACHINE}:`)]),
  );
  const service = { environment, extra_hosts: [`${MACHINE}:host-gateway`] };
  const services = { api: service, worker: service, signer: service };
  await writeFile(join(folder, 'compose.override.yaml'), JSON.stringify({ services }, null, 2));
}

/** The examples as they stand there, with a treasury of one's own on the stand-in's chain. Gives the files that Compose reads. */
export async function layExamples(folder: string, { treasury }: Drawn, sandboxPort: number): Promise<string> {
  const examples = await readFile(join(folder, 'compose.override.example.yaml'), 'utf8');
  if (!examples.includes('bc1qplaceholder')) throw new Error('compose.override.example.yaml has no address to replace');
  await writeFile(join(folder, 'examples.yaml'), examples.replace('bc1qplaceholder', treasury.bitcoinAddress));
  const node = `http://${MACHINE}:${sandboxPorts(sandboxPort).bitcoin}`;
  await writeFile(join(folder, 'deploy/compose/secrets/bitcoin_rpc_url'), `${node}\n`);
  const service = { environment: { BITCOIN_NETWORK: 'regtest' } };
  const services = { api: service, worker: service, signer: service };
  await writeFile(join(folder, 'regtest.yaml'), JSON.stringify({ services }));
  return 'compose.yaml:compose.override.yaml:examples.yaml:regtest.yaml';
}

/** The chain's node, as containers reach it. */
export function ethereumUrl(sandboxPort: number): string {
  return `http://${MACHINE}:${sandboxPorts(sandboxPort).ethereum}`;
}
