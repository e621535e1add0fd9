import { z } from 'zod';

/** What an operator sets to have letters sent by a mail server. */
export const smtpManifest = {
  id: 'smtp',
  label: 'SMTP',
  config: z.strictObject({
    /** `smtps://user:password@host:465`, or `smtp://` to begin in the clear and change to TLS when the server can. */
    url: z.url({ protocol: /^smtps?$/ }),
    /** The sender, as an address or `Name <address>`. */
    from: z.string().regex(/^[^\r\n]*@[^\r\n]+$/),
  }),
} as const;

export type SmtpConfig = z.infer<typeof smtpManifest.config>;
