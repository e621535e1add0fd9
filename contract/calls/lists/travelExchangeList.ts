import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { listEntry } from '../../entities/buyer/buyer.ts';

export const travelExchangeList = defineCall({
  name: 'travelExchangeList',
  tag: 'lists',
  summary: 'Exchanges that a buyer can name as the destination (travel rule)',
  auth: 'none',
  get: true,
  request: z.object({}),
  data: z.array(listEntry),
  errors: [],
  example: { request: {}, data: [{ id: 'kraken', name: 'Kraken' }] },
});
