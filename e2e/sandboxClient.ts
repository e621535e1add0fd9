import { patienceMs } from '../tools/patience/patience.ts';
import { newBankAccount } from './buyers/buyerDetails.ts';
import { readChainBalance, type SandboxChain } from './chainBalance.ts';

export type Mail = { readonly subject: string; readonly text: string };

export type IdentityVerdict = 'accepted' | 'refused' | 'review';

export type BankTransfer = {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  /** By default the name of the journeys' buyers: another name would hold the order. */
  readonly payerName?: string;
  /** By default an account without earlier payments. If empty, the bank names no account. */
  readonly payerAccount?: string;
};

/**
 * The sandbox's own API, for what happens to one buyer or order outside the browser. `sandboxControls.ts` has what affects
 * the whole world.
 */
export type SandboxClient = {
  readonly url: string;
  /** Newest first. */
  mailbox(to: string): Promise<readonly Mail[]>;
  /** Waits for a login mail with a code that this client has not returned yet, and returns the newest such code. */
  loginCode(to: string): Promise<string>;
  /** Sets the verifier's verdict on a buyer. */
  verdict(emailOrApplicant: string, verdict: IdentityVerdict): Promise<void>;
  sendBankTransfer(transfer: BankTransfer): Promise<void>;
  chains(): Promise<readonly SandboxChain[]>;
  /** Puts an address on the sandbox's list of sanctioned addresses. */
  sanctionAddress(address: string): Promise<void>;
  /** Returns a balance in the asset's smallest unit, read from the chain. */
  balance(network: string, symbol: string, address: string): Promise<bigint>;
  /** Returns the books of every stand-in. */
  books(): Promise<unknown>;
};

const MAIL_INTERVAL_MS = 200;

export function createSandboxClient(url: string): SandboxClient {
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
  const chains = async () => (await call('GET', '/api/chains')) as readonly SandboxChain[];

  const returnedCodes = new Set<string>();
  return {
    url,
    mailbox,
    async loginCode(to) {
      const deadline = Date.now() + patienceMs;
      while (Date.now() < deadline) {
        for (const { subject, text } of await mailbox(to)) {
          const code = /\b\d{6}\b/.exec(`${subject}\n${text}`);
          if (!code || returnedCodes.has(`${to} ${code[0]}`)) continue;
          returnedCodes.add(`${to} ${code[0]}`);
          return code[0];
        }
        await new Promise((resolve) => setTimeout(resolve, MAIL_INTERVAL_MS));
      }
      throw new Error(`No email with a code arrived for ${to}.`);
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
      return readChainBalance(chain, symbol, address);
    },
    books: () => call('GET', '/api/books'),
  };
}
