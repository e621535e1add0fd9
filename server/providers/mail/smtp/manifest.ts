import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';

/** Configuration by the operator for sending mail. */
export const smtpConfigSchema = z.strictObject({
  /**
   * `smtps://user:password@host:465`, or `smtp://` to start unencrypted and switch to TLS: if the server supports it,
   * or always with `?requireTLS=true`.
   */
  url: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  /** Sender, an address or `Name <address>`. */
  from: z.string().regex(/^[^\r\n]*@[^\r\n]+$/, 'must be an address, or Name <address>'),
});

export type SmtpConfig = z.infer<typeof smtpConfigSchema>;

export const smtpVendor = defineVendor({
  id: 'smtp',
  family: 'mail',
  label: 'SMTP',
  hosts: [],
  limits: { none: 'the limit is that of your mail server, which must accept two emails per order' },
  config: smtpConfigSchema,
  variables: {
    SMTP_URL: { sets: 'url', address: true },
    MAIL_FROM: { sets: 'from' },
  },
  getEnvironment: () => 'unknown',
  create: async (config) => (await import('./smtp.ts')).createSmtpSender(config),
  checkCredentials: async (config) => (await import('./smtp.ts')).checkMailServer(config),
});
