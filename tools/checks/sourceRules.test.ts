import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const product = globSync('{contract,money,server,look,web,console,embed}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter(
    (file) => !/\.test\.tsx?$|\.testing\.tsx?$|\/(?:node_modules|dist|fixtures|tools)\/|\/conformance\.ts$/.test(file),
  )
  .map((file) => ({ file, code: withoutComments(readFileSync(ROOT + file, 'utf8')) }));

function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}

/** What may stand nowhere in the product, with a source that has it and the files that may all the same. */
type Rule = readonly [name: string, pattern: RegExp, wrong: string, except?: readonly string[]];

const RULES: readonly Rule[] = [
  ['code is not made of text', /\beval\(|\bnew Function\(|from 'node:vm'/, "eval('1')"],
  ['timers get no text', /set(?:Timeout|Interval)\(\s*['"`]/, "setTimeout('run()', 1)"],
  [
    'no program is started',
    /from 'node:child_process'/,
    "import { exec } from 'node:child_process';",
    // A token is asked to sign by OpenSC's program, by a list of arguments and without a shell.
    ['embed/packageBuild.ts', 'server/providers/chain/pkcs11Signer.ts'],
  ],
  [
    'what shall not be guessed is not drawn by Math.random',
    /Math\.random/,
    'const token = Math.random();',
    // How long it is waited before another try.
    ['server/app/worker.ts', 'server/platform/database/database.ts'],
  ],
  ['hashes are SHA-2', /create(?:Hash|Hmac)\(\s*['"`](?!sha(?:256|384|512)['"`])/, "createHash('md5')"],
  [
    'what is encrypted is AES-256 with GCM',
    /create(?:Cipher|Decipher)iv\(\s*(?!CIPHER\b)/,
    "createCipheriv('aes-128-ecb', key, null)",
  ],
  [
    'only AES-256 with GCM is named',
    /['"`](?:aes-?(?!256-gcm\b)\d|des-|des3|rc4|bf-|camellia)[a-z0-9-]*['"`]/i,
    "const CIPHER = 'aes-256-cbc';",
    // RFC 8291 leaves no choice: browsers open pushes by this one.
    ['server/notification/push/pushRequest.ts'],
  ],
  [
    'certificates are checked, and no older TLS is let in',
    /rejectUnauthorized|NODE_TLS_REJECT|minVersion|secureProtocol|checkServerIdentity/,
    'tls.connect({ rejectUnauthorized: false })',
    // They refuse what others would loosen.
    ['server/app/guard/reachedSafely.ts', 'server/app/guard/transportFaults.ts'],
  ],
  [
    'text is shown as text',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/,
    'element.innerHTML = text;',
  ],
  [
    'keys of objects are not set by what was sent',
    /(?<!(?:const|let) )\[(?:key|field|name|property)\]\s*=\s(?!=)/,
    'target[key] = value;',
  ],
  ['values are compared with their type', /\s[!=]=\s(?!null\b)/, 'if (a == b) return;'],
  [
    'logs are written by the one logger',
    /\bconsole\.\w+\(/,
    "console.log('a line');",
    // On a partner's page the developer reads the browser's console.
    ['embed/loader/explainSite.ts', 'embed/loader/mountFrame.ts'],
  ],
  [
    'a regular expression is made of no text that was sent',
    /new RegExp\(/,
    'new RegExp(input)',
    // Each of them is made of words of the sources, read once more by whoever adds one.
    [
      'contract/entities/consoleDesk.ts',
      'server/app/guard/guessableSecret.ts',
      'server/app/secretVariables.ts',
      'server/configuration/kinds.ts',
      'server/operator/show/layout.ts',
      'server/operator/visibleText.ts',
      'server/partner/embed/markup.ts',
      'server/platform/http/documents.ts',
      'server/providers/chain/readMeaning.ts',
      'server/providers/chain/validatorVectors.ts',
      'server/purchase/receipt/receiptFonts.ts',
    ],
  ],
];

test.each(RULES.map(([name, ...rule]) => [name, rule] as const))('%s', (_name, [pattern, wrong, except = []]) => {
  expect(pattern.test(wrong)).toBe(true);
  const found = product.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
  expect(found.filter((file) => !except.includes(file))).toEqual([]);
  // An exception that is needed no longer goes.
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
  .map((file) => ({ file, code: withoutComments(readFileSync(ROOT + file, 'utf8')) }));

/** Limits that hold on a quick machine only; those of tools/patience hold on every machine. */
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
