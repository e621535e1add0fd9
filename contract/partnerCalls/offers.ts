import { offerList } from '../calls/quote/offerList.ts';
import { definePartnerCall } from '../defineCall.ts';

export const offers = definePartnerCall({
  name: 'offers',
  summary: "Every provider's offer for a quote of this partner, the largest receive amount first",
  auth: 'key',
  request: offerList.request,
  data: offerList.data,
  errors: [...offerList.errors, 'quote_unknown'],
  example: offerList.example,
});
