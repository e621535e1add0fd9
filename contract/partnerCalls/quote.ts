import { offerInquiry } from '../calls/quote/offerInquiry.ts';
import { definePartnerCall } from '../defineCall.ts';
import { inquiry, inquiryRules, quote as quoteData } from '../entities/quote.ts';
import { countryCode } from '../entities/scalars.ts';

export const quote = definePartnerCall({
  name: 'quote',
  summary:
    'A quote that is firm for 60 seconds, from either the pay amount or the receive amount, for a buyer in a country',
  auth: 'key',
  request: inquiry
    .omit({ partnerId: true, token: true, intercept: true })
    .extend({ country: countryCode.describe('Country of the buyer') }),
  rules: inquiryRules,
  data: quoteData,
  errors: [...offerInquiry.errors, 'region_denied'],
  example: { request: { ...offerInquiry.example.request, country: 'DE' }, data: offerInquiry.example.data },
});
