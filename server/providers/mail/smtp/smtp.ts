import nodemailer from 'nodemailer';
import type { Outcome } from '../../outcome.ts';
import { ok, refused } from '../../outcome.ts';
import type { CredentialCheck } from '../../vendor.ts';
import type { Mail, MailSender } from '../mailPort.ts';
import type { SmtpConfig } from './manifest.ts';
import { toSendingOutcome } from './map.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 15_000;

function openTransport({ url }: SmtpConfig) {
  return nodemailer.createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Checks the server without sending a message: connects, switches to TLS if supported or required, and logs in. */
export async function checkMailServer(config: SmtpConfig): Promise<CredentialCheck> {
  const transport = openTransport(config);
  try {
    await transport.verify();
    return ok('unknown');
  } catch (error) {
    const { code, responseCode = 0 } = error as { readonly code?: string; readonly responseCode?: number };
    if (code === 'EAUTH' && responseCode >= 500) return refused('the mail server refuses the login in SMTP_URL');
    return { kind: 'unavailable', retryAfterMs: 0, detail: `mail server: ${code ?? 'no answer'}` };
  } finally {
    transport.close();
  }
}

/** Sends plain-text mail to a server (RFC 5321), with one connection per message. */
export function createSmtpSender(config: SmtpConfig): MailSender {
  const transport = openTransport(config);

  return {
    id: 'smtp',
    async send(mail: Mail): Promise<Outcome<void, 'rejected'>> {
      try {
        await transport.sendMail({
          from: config.from,
          // An object, because a string could contain several recipients.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          messageId: formatMessageId(mail.messageId, config.from),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return ok(undefined);
      } catch (error) {
        return toSendingOutcome(error);
      }
    },
  };
}

/** Returns the Message-ID header. RFC 5322 requires a domain: the sender's, if the id has none. */
function formatMessageId(messageId: string, from: string): string {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return messageId.includes('@') ? `<${messageId.replaceAll(/[<>]/g, '')}>` : `<${messageId}@${domain}>`;
}
