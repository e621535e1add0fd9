import { offerInquiry } from '../calls/offerInquiry.ts';
import { definePartnerCall } from '../defineCall.ts';
import { inquiry, inquiryRules, quote as quoteData } from '../entities/quote.ts';
import { countryCode } from '../entities/scalars.ts';

export const quote = definePartnerCall({
  name: 'quote',
  summary: 'A firm quote for 60 seconds, from either side, for a buyer in a country',
  auth: 'key',
  request: inquiry
    .omit({ partnerId: true, token: true, intercept: true })
    .extend({ country: countryCode.describe('Where the buyer is') }),
  rules: inquiryRules,
  data: quoteData,
  errors: [...offerInquiry.errors, 'region_denied'],
  example: { request: { ...offerInquiry.example.request, country: 'DE' }, data: offerInquiry.example.data },
});
