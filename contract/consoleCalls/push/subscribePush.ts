import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const subscribePush = defineConsoleCall({
  name: 'subscribePush',
  summary: 'Enables push alerts of the caller in this browser, with the result of PushSubscription.toJSON',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({
    endpoint: z.url({ protocol: /^https?$/, error: 'must be the address of a push service' }).max(1_000),
    keys: z.object({
      p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a point of P-256 in base64url'),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'must be 16 bytes in base64url'),
    }),
  }),
  data: z.object({ id: z.string() }),
  errors: ['act_refused'],
  example: {
    request: {
      endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  },
});
