import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const product = globSync('{contract,money,server,look,web,console,embed}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter(
    (file) => !/\.test\.tsx?$|\.testing\.tsx?$|\/(?:node_modules|dist|fixtures|tools)\/|\/conformance\.ts$/.test(file),
  )
  .map((file) => ({ file, code: removeComments(readFileSync(ROOT + file, 'utf8')) }));

function removeComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}

/** A pattern that the sources must not contain, with an example that matches and the excepted files. */
type Rule = readonly [name: string, pattern: RegExp, wrong: string, except?: readonly string[]];

const RULES: readonly Rule[] = [
  ['no code is generated from text', /\beval\(|\bnew Function\(|from 'node:vm'/, "eval('1')"],
  ['timers take no code as text', /set(?:Timeout|Interval)\(\s*['"`]/, "setTimeout('run()', 1)"],
  [
    'no program is started',
    /from 'node:child_process'/,
    "import { exec } from 'node:child_process';",
    // Calls OpenSC's program for the token, with a list of arguments and without a shell.
    ['embed/packageBuild.ts', 'server/providers/chain/pkcs11Signer.ts'],
  ],
  [
    'no secret comes from Math.random',
    /Math\.random/,
    'const token = Math.random();',
    // The delay before a retry.
    ['server/app/worker/worker.ts', 'server/platform/database/database.ts'],
  ],
  ['hashes are SHA-2', /create(?:Hash|Hmac)\(\s*['"`](?!sha(?:256|384|512)['"`])/, "createHash('md5')"],
  [
    'encryption uses AES-256 with GCM',
    /create(?:Cipher|Decipher)iv\(\s*(?!CIPHER\b)/,
    "createCipheriv('aes-128-ecb', key, null)",
  ],
  [
    'only AES-256 with GCM is named',
    /['"`](?:aes-?(?!256-gcm\b)\d|des-|des3|rc4|bf-|camellia)[a-z0-9-]*['"`]/i,
    "const CIPHER = 'aes-256-cbc';",
    // Required by RFC 8291: browsers decrypt push messages with this algorithm.
    ['server/notification/push/buildPushRequest.ts'],
  ],
  [
    'certificates are checked, and older TLS is not allowed',
    /rejectUnauthorized|NODE_TLS_REJECT|minVersion|secureProtocol|checkServerIdentity/,
    'tls.connect({ rejectUnauthorized: false })',
    // They reject settings that weaken TLS.
    ['server/app/guard/transportWeakness.ts', 'server/app/guard/findTransportFaults.ts'],
  ],
  [
    'no text is inserted as markup',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/,
    'element.innerHTML = text;',
  ],
  [
    'object keys are not taken from input',
    /(?<!(?:const|let) )\[(?:key|field|name|property)\]\s*=\s(?!=)/,
    'target[key] = value;',
    // Columns, which the sources name in their statements.
    ['server/platform/database/database.ts'],
  ],
  ['values are compared strictly', /\s[!=]=\s(?!null\b)/, 'if (a == b) return;'],
  [
    'logs are written by the one logger',
    /\bconsole\.\w+\(/,
    "console.log('a line');",
    // Developers of a partner's page read these messages in the browser's console.
    ['embed/loader/explainSite.ts', 'embed/loader/mountFrame.ts'],
  ],
  [
    'no regular expression is built from input',
    /new RegExp\(/,
    'new RegExp(input)',
    // Built only from constants in the sources; review each addition.
    [
      'contract/entities/console/consoleDesk.ts',
      'contract/partnerCalls/requestRefund.ts',
      'server/app/guard/findSecretWeakness.ts',
      'server/app/secretVariables.ts',
      'server/configuration/configurationKinds.ts',
      'server/operator/show/layout.ts',
      'server/platform/text/escapeText.ts',
      'server/partner/embed/markup.ts',
      'server/platform/http/pages/documents.ts',
      'server/providers/chain/nodeMessageClassifier.ts',
      'server/providers/chain/validatorVectors.ts',
      'server/purchase/receipt/receiptFonts.ts',
    ],
  ],
];

test.each(RULES.map(([name, ...rule]) => [name, rule] as const))('%s', (_name, [pattern, wrong, except = []]) => {
  expect(pattern.test(wrong)).toBe(true);
  const found = product.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
  expect(found.filter((file) => !except.includes(file))).toEqual([]);
  // Exceptions that are no longer needed must be removed.
  expect(except.filter((file) => !found.includes(file))).toEqual([]);
  expect(product.length).toBeGreaterThan(800);
});

const tests = globSync(
  '{contract,money,server,sandbox,look,web,console,embed,tools}/**/*.{test.ts,test.tsx,testing.ts,testing.tsx}',
  {
    cwd: ROOT,
  },
)
  .filter((file) => !/\/(?:node_modules|dist|bench)\/|\.(?:prove|bench)\.testing\.ts$|sourceRules/.test(file))
  .map((file) => ({ file, code: removeComments(readFileSync(ROOT + file, 'utf8')) }));

/** Time limits that hold only on a fast machine; the limits of tools/patience hold on every machine. */
const OWN_LIMITS: readonly Rule[] = [
  [
    'waits have the common limit',
    /\bvi\.wait(?:For|Until)\(/,
    'vi.waitFor(check, 5_000)',
    ['tools/patience/waitFor.testing.ts'],
  ],
  ['polls have the common limit', /\.poll\([^;]*timeout: [\d_]+/, 'expect.poll(read, { timeout: 5_000 })'],
  ['tests have the common limit', /^\}, [\d_]+\);$|\btimeout: [\d_]+ \}, async/m, '}, 120_000);'],
];

test.each(OWN_LIMITS.map(([name, ...rule]) => [name, rule] as const))('%s', (_name, [pattern, wrong, except = []]) => {
  expect(pattern.test(wrong)).toBe(true);
  const found = tests.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
  expect(found.toSorted()).toEqual(except);
  expect(tests.length).toBeGreaterThan(500);
});
