import { patienceMs } from '../tools/patience/patience.ts';
import { balanceOn, type Chain } from './chainBalance.ts';
import { newBankAccount } from './person.ts';

export type Mail = { readonly subject: string; readonly text: string };

export type Verdict = 'accepted' | 'refused' | 'review';

export type BankTransfer = {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  /** Whom the journeys' buyers are, where it is left out: another name would hold the order. */
  readonly payerName?: string;
  /** One that nobody has paid from where it is left out; empty: the bank names none. */
  readonly payerAccount?: string;
};

/**
 * The sandbox's own API, for what happens to one buyer or order outside the browser. What the whole world notices is in
 * `sandboxControls.ts`.
 */
export type Desk = {
  readonly url: string;
  /** Newest first. */
  mailbox(to: string): Promise<readonly Mail[]>;
  /** The six digits of the newest login mail, once one has come whose code was not given before. */
  loginCode(to: string): Promise<string>;
  verdict(emailOrApplicant: string, verdict: Verdict): Promise<void>;
  sendBankTransfer(transfer: BankTransfer): Promise<void>;
  chains(): Promise<readonly Chain[]>;
  /** Puts an address on the sandbox's list of sanctioned addresses. */
  sanctionAddress(address: string): Promise<void>;
  /** In the asset's smallest unit, asked of the chain itself. */
  balance(network: string, symbol: string, address: string): Promise<bigint>;
  /** What every stand-in believes to have happened. */
  books(): Promise<unknown>;
};

const MAIL_INTERVAL_MS = 200;

export function createDesk(url: string): Desk {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  const mailbox = async (to: string) =>
    (await call('GET', `/api/mailbox?to=${encodeURIComponent(to)}`)) as readonly Mail[];
  const chains = async () => (await call('GET', '/api/chains')) as readonly Chain[];

  const given = new Set<string>();
  return {
    url,
    mailbox,
    async loginCode(to) {
      const deadline = Date.now() + patienceMs;
      while (Date.now() < deadline) {
        for (const { subject, text } of await mailbox(to)) {
          const code = /\b\d{6}\b/.exec(`${subject}\n${text}`);
          if (!code || given.has(`${to} ${code[0]}`)) continue;
          given.add(`${to} ${code[0]}`);
          return code[0];
        }
        await new Promise((resolve) => setTimeout(resolve, MAIL_INTERVAL_MS));
      }
      throw new Error(`No mail with a code came to ${to}.`);
    },
    async verdict(emailOrApplicant, verdict) {
      await call('POST', `/api/identity/${encodeURIComponent(emailOrApplicant)}`, { verdict });
    },
    async sendBankTransfer(transfer) {
      await call('POST', '/api/bank/transfers', {
        payerName: 'Anna Weber',
        payerAccount: newBankAccount(),
        ...transfer,
      });
    },
    chains,
    async sanctionAddress(address) {
      await call('POST', '/api/sanctions', { address });
    },
    async balance(network, symbol, address) {
      const chain = (await chains()).find((one) => one.network === network);
      if (!chain) throw new Error(`The sandbox has no network ${network}.`);
      return balanceOn(chain, symbol, address);
    },
    books: () => call('GET', '/api/books'),
  };
}
