import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayClient } from '../buyers/gatewayClient.ts';
import type { SandboxClient } from '../sandboxClient.ts';

const PATIENCE_MS = 20_000;
const POLL_INTERVAL_MS = 200;

/** Requests a code and logs in with it. Ignores the emails of earlier runs, which are in the mailbox already. */
export async function logInAgain(client: GatewayClient, desk: SandboxClient, email: string): Promise<string> {
  const before = (await desk.mailbox(email)).length;
  await client.data('sendCode', { email });
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const mails = await desk.mailbox(email);
    const code = findNewestCode(mails.slice(0, mails.length - before));
    if (code !== undefined) return String((await client.data('login', { email, code }))['authToken']);
    await sleep(POLL_INTERVAL_MS);
  }
  throw new Error(`no email with a code arrived for ${email}`);
}

/** Returns the first code of six digits in the emails, which are sorted newest first; undefined if there is none. */
export function findNewestCode(
  mails: readonly { readonly subject: string; readonly text: string }[],
): string | undefined {
  return mails.flatMap(({ subject, text }) => /\b\d{6}\b/.exec(`${subject}\n${text}`)?.[0] ?? [])[0];
}
