/** Keys as their issuers shape them. The sandbox's own say so in their name and open nothing. */
const SECRETS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'live Stripe key', pattern: /\b[rs]k_live_\w{16,}/ },
  { name: 'test Stripe key', pattern: /\b[rs]k_test_(?!\w*(sandbox|slipway))\w{24,}/ },
  { name: 'webhook secret', pattern: /\bwhsec_(?!\w*(sandbox|slipway|test))[\w+/]{24,}/ },
  { name: 'Sumsub token', pattern: /\b(sbx|prd):[A-Za-z0-9]{20,}\.[A-Za-z0-9]{16,}/ },
  { name: 'private key', pattern: /-----BEGIN (RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----/ },
  { name: 'cloud access key', pattern: /\bAKIA[0-9A-Z]{16}\b/ },
  { name: 'GitHub token', pattern: /\bgh[pousr]_\w{36,}/ },
  { name: 'npm token', pattern: /\bnpm_\w{36}\b/ },
];

/** One line for each line of a file that holds what looks like a real secret; the secret itself stays out of it. */
export function secretFaults(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      SECRETS.filter(({ pattern }) => pattern.test(line)).map(
        ({ name }) => `${file}:${index + 1} looks like a ${name}`,
      ),
    );
}
