import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { savedId } from '../../entities/scalars.ts';

export const delCreditCard = defineCall({
  name: 'delCreditCard',
  tag: 'payment',
  summary: 'Deletes a saved card, here and at the acquirer',
  auth: 'required',
  request: z.object({ cardId: savedId.describe('Id of the saved card') }),
  data: z.object({}),
  errors: ['card_not_found'],
  example: { request: { cardId: 'card_9fK2m' }, data: {} },
});
