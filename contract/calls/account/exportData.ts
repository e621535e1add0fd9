import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { buyerExport, buyerExportExample } from '../../entities/buyer/buyerExport.ts';

export const exportData = defineCall({
  name: 'exportData',
  tag: 'account',
  summary: 'All stored personal data of the buyer, as one document',
  auth: 'required',
  request: z.object({}),
  data: buyerExport,
  errors: ['confirmation_needed'],
  example: { request: {}, data: buyerExportExample },
});
