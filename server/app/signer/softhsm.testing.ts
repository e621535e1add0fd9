import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createOwnerOnlyFolder, encodePem } from '../../providers/chain/keystore.testing.ts';

const run = promisify(execFile);
/** Paths at which Debian and other distributions install the library. */
const LIBRARIES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
];
const PIN = '734519';

/** Opens a SoftHSM token in a temporary folder. Throws with the packages to install if a program is missing. */
export async function openSoftToken(label: string) {
  const library = LIBRARIES.find((path) => existsSync(path));
  const installed = await Promise.all(
    [
      ['softhsm2-util', '--version'],
      ['pkcs11-tool', '--version'],
    ].map(([program = '', ...parts]) => run(program, parts).catch(({ code }: { code?: unknown }) => code !== 'ENOENT')),
  );
  if (!library || installed.includes(false)) throw new Error('SoftHSM is missing: apt-get install softhsm2 opensc');

  const own = await createOwnerOnlyFolder();
  await mkdir(`${own.folder}/tokens`);
  const configuration = await own.write('softhsm2.conf', `directories.tokendir = ${own.folder}/tokens\n`);
  const environment = { PATH: process.env['PATH'] ?? '', SOFTHSM2_CONF: configuration };
  const tokenTool = (...parts: readonly string[]) => run('softhsm2-util', parts, { env: environment });
  await tokenTool('--init-token', '--free', '--label', label, '--so-pin', '99887766', '--pin', PIN);
  const pinFile = await own.write('pin', PIN);

  return {
    own,
    environment,
    /** Generates a key inside the token. */
    async generateKey(id: string): Promise<void> {
      const parts = ['--module', library, '--token-label', label, '--login', '--pin', PIN, '--keypairgen'];
      await run('pkcs11-tool', [...parts, '--key-type', 'EC:secp256k1', '--id', id, '--label', id], {
        env: environment,
      });
    },
    async importKey(id: string, privateKey: string): Promise<void> {
      const file = await own.write(`${id}.pem`, encodePem(privateKey.replace(/^0x/, '')));
      await tokenTool('--import', file, '--token', label, '--label', id, '--id', id, '--pin', PIN);
    },
    buildUri: (id: string, token = label, pin = pinFile) =>
      `pkcs11:token=${token};id=%${id};type=private?module-path=${library}&pin-source=file:${pin}`,
    remove: own.remove,
  };
}
