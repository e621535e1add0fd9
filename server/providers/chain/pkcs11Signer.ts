import { spawn } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import type { EnvironmentSource } from '../vendor.ts';
import { compressPublicKey, type DigestSigner } from './digestSigner.ts';
import { KeyRefusal } from './keyRefusal.ts';
import { readOwnerLine } from './ownerFile.ts';
import type { Pkcs11Key } from './pkcs11Uri.ts';

const FIELD = 'pkcs11';
/** Variable that passes the PIN to the tool, since every user of the machine can read a program's arguments. */
const PIN_VARIABLE = 'SLIPWAY_TOKEN_PIN';
const TIMEOUT_MS = 10_000;
const SIGNATURE_BYTES = 64;

/** Patterns of the tool's error text, each with the message for the operator. */
const REFUSALS: readonly (readonly [RegExp, (key: Pkcs11Key) => string])[] = [
  [
    /CKR_PIN_LOCKED/,
    ({ token }) => `names the token ${token}, whose PIN is locked: its security officer must unlock it`,
  ],
  [/CKR_PIN_/, ({ pinFile }) => `has a PIN in ${pinFile} that the token rejects: too many wrong PINs lock the token`],
  [
    /No slot with token named|CKR_TOKEN_NOT_PRESENT|No slots?\b/i,
    ({ token }) => `names a token that is not there: ${token}`,
  ],
  [/Failed to load pkcs11 module/, ({ modulePath }) => `names a library that cannot be loaded: ${modulePath}`],
  [
    /object not found|key not found/i,
    ({ id }) => `names a key that the token does not have: id ${id}. The token must have its public key too`,
  ],
];

/** Opens a key on a token with OpenSC's pkcs11-tool. Rejects with a {@link KeyRefusal}. */
export async function openPkcs11Signer(
  key: Pkcs11Key,
  environment: EnvironmentSource,
  timeoutMs: number = TIMEOUT_MS,
): Promise<DigestSigner> {
  const pin = await readOwnerLine(FIELD, key.pinFile);
  const token = ['--module', key.modulePath, '--token-label', key.token, '--id', key.id];
  const label = key.object === undefined ? [] : ['--label', key.object];
  // Token libraries have their own variables, such as SOFTHSM2_CONF.
  const env = { ...environment, [PIN_VARIABLE]: pin };
  const runTool = (toolArguments: readonly string[], input: Uint8Array) =>
    runPkcs11Tool(key, [...token, ...toolArguments], input, env, timeoutMs);

  const publicKey = parsePublicKeyDer(await runTool(['--read-object', '--type', 'pubkey', ...label], new Uint8Array()));
  return {
    publicKey,
    async sign(digest) {
      const login = ['--login', '--pin', `env:${PIN_VARIABLE}`];
      const answer = await runTool([...login, '--sign', '--mechanism', 'ECDSA', '--signature-format', 'rs'], digest);
      if (answer.length !== SIGNATURE_BYTES)
        throw new KeyRefusal(FIELD, `names a token that answered with ${answer.length} bytes in place of a signature`);
      return answer;
    },
  };
}

function parsePublicKeyDer(der: Buffer): Uint8Array {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const { crv, x = '', y = '' } = key.export({ format: 'jwk' });
    if (crv === 'secp256k1')
      return compressPublicKey(Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]));
  } catch {
    // Not a public key in this encoding: reported below.
  }
  throw new KeyRefusal(FIELD, 'names a key that is not of secp256k1, the curve of these networks');
}

async function runPkcs11Tool(
  key: Pkcs11Key,
  toolArguments: readonly string[],
  input: Uint8Array,
  env: EnvironmentSource,
  timeoutMs: number,
): Promise<Buffer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const tool = spawn('pkcs11-tool', toolArguments, { env, signal: limit, killSignal: 'SIGKILL' });
  // Writing fails if the tool has already ended; its status and error text report the reason.
  tool.stdin.on('error', () => undefined);
  tool.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => tool.on('error', reject).on('close', resolve));
  const [output, errorText, status] = await Promise.all([buffer(tool.stdout), text(tool.stderr), ended]).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw new KeyRefusal(FIELD, 'needs the program pkcs11-tool, which is not installed: apt-get install opensc');
      if (limit.aborted)
        throw new KeyRefusal(FIELD, `names a token that has not answered within ${timeoutMs / 1_000} s`);
      throw error;
    },
  );
  if (status === 0) return output;
  const [, meaning] = REFUSALS.find(([pattern]) => pattern.test(errorText)) ?? [];
  throw new KeyRefusal(
    FIELD,
    meaning?.(key) ?? `names a token that refused: ${errorText.trim().replaceAll(/\s+/g, ' ')}`,
  );
}
