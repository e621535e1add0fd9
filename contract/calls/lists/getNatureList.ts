import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { listEntry } from '../../entities/buyer/buyer.ts';

export const getNatureList = defineCall({
  name: 'getNatureList',
  tag: 'lists',
  summary: 'Purposes and natures of an account to choose from',
  auth: 'none',
  get: true,
  request: z.object({}),
  data: z.array(listEntry),
  errors: [],
  example: { request: {}, data: [{ id: 'personal_investment', name: 'Personal investment' }] },
});
