import { createSlipway, type Slipway } from './loader.ts';

declare global {
  var Slipway: Slipway;
}

// The server of the script also serves the pages: the script's bytes are the same for every operator.
const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement) globalThis.Slipway = createSlipway(currentScript.src);
