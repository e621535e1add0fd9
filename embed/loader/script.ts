import { createSlipway, type Slipway } from './loader.ts';

declare global {
  var Slipway: Slipway;
}

// The loader uses the server from which its script was loaded, so the script is the same for every operator.
const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement) globalThis.Slipway = createSlipway(currentScript.src);
