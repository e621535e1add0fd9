/** Controls that only a sandbox has: they replace the buyer's mail and the buyer's bank. */
export type Sandbox = {
  /** Waits for the mail with the login code to the address, and returns the code. */
  readLoginCode(email: string): Promise<string>;
  /** Lets the simulated bank book a transfer to the operator's account. */
  sendTransfer(transfer: {
    readonly reference: string;
    readonly amount: string;
    readonly currency: string;
    readonly payerName: string;
  }): Promise<void>;
};

const MAX_MAIL_ATTEMPTS = 100;
const MAIL_INTERVAL_MS = 300;

export function openSandbox(url: string): Sandbox {
  return {
    async readLoginCode(email) {
      for (let attempt = 0; attempt < MAX_MAIL_ATTEMPTS; attempt += 1) {
        const answer = await fetch(new URL(`/api/mailbox?to=${encodeURIComponent(email)}`, url));
        const [mail] = (await answer.json()) as readonly { readonly subject: string; readonly text: string }[];
        const [code] = /\b\d{6}\b/.exec(`${mail?.subject}\n${mail?.text}`) ?? [];
        if (code !== undefined) return code;
        await new Promise((resolve) => setTimeout(resolve, MAIL_INTERVAL_MS));
      }
      throw new Error(`no login code was mailed to ${email}`);
    },
    async sendTransfer(transfer) {
      const answer = await fetch(new URL('/api/bank/transfers', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(transfer),
      });
      if (!answer.ok) throw new Error(`the bank answered ${answer.status}: ${await answer.text()}`);
    },
  };
}
