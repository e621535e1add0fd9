import { createECDH } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { createOwnerOnlyFolder } from './keystore.testing.ts';

/** A recorded call of the simulated tool: its arguments, the PIN in its environment, and its input. */
export type ToolCall = { readonly arguments: readonly string[]; readonly pin?: string; readonly read: string };

const CURVE_MODULE = fileURLToPath(import.meta.resolve('@noble/curves/secp256k1.js'));
const P256 =
  '3059301306072a8648ce3d020106082a8648ce3d030107034200041b7610246c379f76b5dd1ca9eb579cf5f1d6298bbdc50c27b21b0e54672e1b27bd6cb5cdf843fb5613f6870a19b3114b988ba9e10f9bc2d1a1d26ce7d3c42dbf';
const SECP256K1 = '3056301006072a8648ce3d020106052b8104000a034200';

/**
 * Writes a program that replaces OpenSC's pkcs11-tool and writes the same messages (0.23). It has a token `treasury` with
 * the given key and the PIN 1234; tokens with other labels have the fault that the label names.
 */
export async function writeFakeTool(keyFolder: Awaited<ReturnType<typeof createOwnerOnlyFolder>>, privateKey: string) {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(privateKey, 'hex');
  const calls = `${keyFolder.folder}/calls`;
  const script = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const { randomBytes } = require('node:crypto');
const given = process.argv.slice(2);
const valueOf = (name) => given[given.indexOf(name) + 1];
const input = readFileSync(0);
const pin = given.includes('--pin') ? process.env[valueOf('--pin').replace('env:', '')] : undefined;
appendFileSync('${calls}', JSON.stringify({ arguments: given, pin, read: input.toString('hex') }) + '\\n');
const fail = (words, status = 1) => { process.stderr.write(words + '\\nAborting.\\n'); process.exit(status); };
const token = valueOf('--token-label');
if (token === 'absent') fail('No slot with token named "absent" found');
if (token === 'unloadable') fail('sc_dlopen failed: no such file\\nerror: Failed to load pkcs11 module');
if (token === 'strange') fail('something\\n  else', 3);
if (given.includes('--read-object')) {
  if (token === 'empty') fail('error: object not found');
  const point = '${SECP256K1}${curve.getPublicKey('hex')}';
  process.stdout.write(Buffer.from({ 'other-curve': '${P256}', garbled: '00' }[token] ?? point, 'hex'));
} else if (token === 'hanging') {
  setInterval(() => undefined, 1_000);
} else {
  if (token === 'locked') fail('error: PKCS11 function C_Login failed: rv = CKR_PIN_LOCKED (0xa4)');
  if (pin !== '1234') fail('error: PKCS11 function C_Login failed: rv = CKR_PIN_INCORRECT (0xa0)');
  process.stderr.write('Using signature algorithm ECDSA\\n');
  const { secp256k1 } = require('${CURVE_MODULE}');
  const options = { prehash: false, lowS: false, extraEntropy: randomBytes(32) };
  const signature = secp256k1.sign(input, Buffer.from('${privateKey}', 'hex'), options);
  process.stdout.write({ lying: randomBytes(64), short: randomBytes(63) }[token] ?? signature);
}
`;
  await keyFolder.write('pkcs11-tool', script, 0o700);
  return {
    environment: { PATH: keyFolder.folder },
    async calls(): Promise<readonly ToolCall[]> {
      const lines = (await readFile(calls, 'utf8')).trim().split('\n');
      return lines.map((line): ToolCall => JSON.parse(line));
    },
  };
}
