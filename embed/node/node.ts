export type { ReceivedWebhook } from '@slipway/contract/webhookEvents.ts';
export { type LinkKey, type LinkTerms, signLink } from './signLink.ts';
export { createSlipway, type Slipway, type SlipwayOptions } from './slipway.ts';
export { SlipwayError } from './slipwayError.ts';
export {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRejection,
  type WebhookRequest,
  WebhookVerificationError,
} from './verifyWebhook.ts';
