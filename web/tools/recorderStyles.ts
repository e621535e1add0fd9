import type { Plugin } from 'vite';

const RECORDER = /\/@rrweb\/record\/dist\/record\.js$/;
/**
 * The statement by which rrweb reads an element's previous style. The Content-Security-Policy blocks and reports the
 * attribute.
 */
const BY_ATTRIBUTE = 'old.setAttribute("style", m.oldValue)';
/** The equivalent through the CSSOM, which the policy allows. */
const BY_OBJECT = 'old.style.cssText = m.oldValue';

/** Makes rrweb work under a policy without inline styles. Fails if its source is not as expected. */
export function recorderStylesPlugin(): Plugin {
  return {
    name: 'slipway-recorder-styles',
    transform(code, id) {
      if (!RECORDER.test(id)) return null;
      if (!code.includes(BY_ATTRIBUTE)) this.error(`${id} reads styles in another way: adapt recorderStyles.ts`);
      return { code: code.replace(BY_ATTRIBUTE, () => BY_OBJECT), map: null };
    },
  };
}
