import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { receipt, receiptExample } from '../../entities/receipt.ts';
import { orderNumber } from '../../entities/scalars.ts';

export const orderReceipt = defineCall({
  name: 'orderReceipt',
  tag: 'order',
  summary: 'The receipt of a delivered order, for its owner: as data or as a PDF file',
  auth: 'optional',
  request: z.object({
    orderNo: orderNumber,
    format: z
      .enum(['json', 'pdf'])
      .default('json')
      .describe('`pdf`: the response is the file itself, without the envelope'),
  }),
  data: receipt,
  file: { mediaType: 'application/pdf', description: "With `format` `pdf`: the file, in the caller's language" },
  errors: ['order_not_found', 'order_not_yours', 'receipt_not_yet', 'receipt_from_provider'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3', format: 'json' }, data: receiptExample },
});
