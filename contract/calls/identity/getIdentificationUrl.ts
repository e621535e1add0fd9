import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { orderNumber, webAddress } from '../../entities/scalars.ts';

export const getIdentificationUrl = defineCall({
  name: 'getIdentificationUrl',
  tag: 'identity',
  summary: "The verifier's page for this buyer",
  auth: 'required',
  request: z.object({
    orderNo: orderNumber.optional(),
    redirectUrl: webAddress.optional().describe('A path of this site, or a URL of an allowed origin'),
    locale: z.string().max(16).default('en-US').describe('Language such as en-US or zh-CN'),
  }),
  data: z.object({ url: z.string() }),
  errors: ['order_not_found', 'verifier_unavailable'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3' }, data: { url: 'https://verifier.example/session' } },
});
