import { createSlipway, type Slipway } from './loader.ts';

declare global {
  var Slipway: Slipway;
}

// Whoever serves the script serves the pages: its bytes are the same for every operator.
const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement) globalThis.Slipway = createSlipway(currentScript.src);
