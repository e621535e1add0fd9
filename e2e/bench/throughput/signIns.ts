import { setTimeout as sleep } from 'node:timers/promises';
import { createGatewayClient } from '../../buyers/gatewayClient.ts';
import { runClients } from './clients.ts';
import type { LoadResult } from './load.ts';
import { pickClientAddress } from './workloads.ts';

const MAIL_INTERVAL_MS = 20;
const MAIL_PATIENCE_MS = 30_000;
const CODE = /\b\d{6}\b/;

/** Number of the next buyer, unique within the run. */
let nextBuyerNumber = 0;

export type SignInFigures = {
  /** Latency of the two calls together, without the wait for the email between them; the rate is that of `whole`. */
  readonly calls: LoadResult;
  /** Latency from requesting the code until it is accepted, including the email's delivery. */
  readonly whole: LoadResult;
};

/** Logs in new buyers, each from a different IP address, with the code from the buyer's mailbox. */
export async function runSignIns(
  { origin, deskUrl }: { readonly origin: string; readonly deskUrl: string },
  clients: number,
  count: number,
): Promise<SignInFigures> {
  const callsMs: number[] = [];
  const logInOneBuyer = async () => {
    const buyerNumber = nextBuyerNumber++;
    const email = `sign-in-${buyerNumber}@example.com`;
    const client = createGatewayClient(origin, { 'x-forwarded-for': pickClientAddress(buyerNumber) });
    const measureCall = async (name: string, input: object) => {
      const begun = performance.now();
      await client.data(name, input);
      return performance.now() - begun;
    };
    const sendCodeMs = await measureCall('sendCode', { email });
    const code = await readCode(deskUrl, email);
    callsMs.push(sendCodeMs + (await measureCall('login', { email, code })));
    return undefined;
  };
  const whole = await runClients(
    clients,
    Array.from({ length: count }, () => logInOneBuyer),
  );
  const sorted = callsMs.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { whole, calls: { ...whole, p50Ms: quantile(0.5), p99Ms: quantile(0.99) } };
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
  throw new Error(`No email with a code arrived for ${email}.`);
}
