export { type LinkKey, type LinkTerms, signLink } from './signLink.ts';
export { createSlipway, type Slipway, type SlipwayOptions } from './slipway.ts';
export { SlipwayError } from './slipwayError.ts';
