import { setTimeout as sleep } from 'node:timers/promises';
import { createGatewayClient } from '../../buyers/gatewayClient.ts';
import { runClients } from './clients.ts';
import type { LoadResult } from './load.ts';
import { pickClientAddress } from './workloads.ts';

const MAIL_INTERVAL_MS = 20;
const MAIL_PATIENCE_MS = 30_000;
const CODE = /\b\d{6}\b/;

/** Number of the next person, unique within the run. */
let nextBuyerNumber = 0;

export type SignInFigures = {
  /** Latency of the two calls, without the wait for the mail between them. */
  readonly calls: LoadResult;
  /** Latency from requesting the code until it is accepted, including the mail's delivery. */
  readonly whole: LoadResult;
};

/** New buyers sign in, each from their own IP address, with the code from their mailbox. */
export async function runSignIns(
  { origin, deskUrl }: { readonly origin: string; readonly deskUrl: string },
  clients: number,
  count: number,
): Promise<SignInFigures> {
  const callsMs: number[] = [];
  const one = async () => {
    const person = nextBuyerNumber++;
    const email = `sign-in-${person}@example.com`;
    const client = createGatewayClient(origin, { 'x-forwarded-for': pickClientAddress(person) });
    const timed = async (name: string, input: object) => {
      const begun = performance.now();
      await client.data(name, input);
      return performance.now() - begun;
    };
    const sendCodeMs = await timed('sendCode', { email });
    const code = await readCode(deskUrl, email);
    callsMs.push(sendCodeMs + (await timed('login', { email, code })));
    return undefined;
  };
  const whole = await runClients(
    clients,
    Array.from({ length: count }, () => one),
  );
  const sorted = callsMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { whole, calls: { ...whole, p50Ms: at(0.5), p99Ms: at(0.99) } };
}

async function readCode(deskUrl: string, email: string): Promise<string> {
  const deadline = performance.now() + MAIL_PATIENCE_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`${deskUrl}/api/mailbox?to=${encodeURIComponent(email)}`);
    for (const { subject, text } of (await answer.json()) as readonly { subject: string; text: string }[]) {
      const code = CODE.exec(`${subject}\n${text}`);
      if (code) return code[0];
    }
    await sleep(MAIL_INTERVAL_MS);
  }
  throw new Error(`No mail with a code came to ${email}.`);
}
