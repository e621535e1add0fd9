import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { quote } from '../../entities/quote.ts';
import { offerType, payMethodOrDefault, quoteToken } from '../../entities/scalars.ts';
import { offerInquiry } from './offerInquiry.ts';

export const offerInquiryInfo = defineCall({
  name: 'offerInquiryInfo',
  tag: 'quote',
  summary: 'An existing quote, by its token, for one of its payment methods',
  auth: 'optional',
  request: z.object({
    token: quoteToken,
    payMethod: payMethodOrDefault,
    offerType: offerType.max(64).default(''),
  }),
  data: quote,
  errors: ['price_expired', 'price_unavailable', 'method_unavailable', 'provider_unavailable'],
  example: { request: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }, data: offerInquiry.example.data },
});
