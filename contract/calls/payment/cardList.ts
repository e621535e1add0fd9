import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { savedCard } from '../../entities/buyer/buyer.ts';

export const cardList = defineCall({
  name: 'cardList',
  tag: 'payment',
  summary: "The buyer's saved cards",
  auth: 'required',
  request: z.object({}),
  data: z.array(savedCard),
  errors: [],
  example: {
    request: {},
    data: [{ cardId: 'card_9fK2m', brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2029 }],
  },
});
