import type { Plugin } from 'vite';

const RECORDER = /\/@rrweb\/record\/dist\/record\.js$/;
/** How the recorder reads an element's former style: the policy refuses a style attribute, and reports each one. */
const BY_ATTRIBUTE = 'old.setAttribute("style", m.oldValue)';
/** The same through the object model, which the policy allows. */
const BY_OBJECT = 'old.style.cssText = m.oldValue';

/** Lets the recorder of visits work under a policy without inline styles. Fails when its source is not as expected. */
export function recorderStylesPlugin(): Plugin {
  return {
    name: 'slipway-recorder-styles',
    transform(code, id) {
      if (!RECORDER.test(id)) return null;
      if (!code.includes(BY_ATTRIBUTE)) this.error(`${id} reads styles in another way: look at it again`);
      return { code: code.replace(BY_ATTRIBUTE, () => BY_OBJECT), map: null };
    },
  };
}
