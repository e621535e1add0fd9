import { fileURLToPath } from 'node:url';
import stylelint from 'stylelint';
import { expect, test } from 'vitest';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

async function lintCss(code: string): Promise<string[]> {
  const { results } = await stylelint.lint({
    code,
    codeFilename: `${PROJECT_FOLDER}web/ui/a.css`,
    cwd: PROJECT_FOLDER,
  });
  return results.flatMap(({ warnings }) => warnings.map(({ line, text }) => `a.css:${line} ${text}`));
}

const listFaults = (declaration: string) => lintCss(`.a {\n  ${declaration};\n}`);

test.each([
  'left: 0',
  'margin-left: 4px',
  'border-right: 1px solid red',
  'border-top-left-radius: 4px',
  'scroll-margin-left: 4px',
  'text-align: right',
  'float: left',
  'padding: 1px 2px 3px 4px',
  'inset: 0 0 0 auto',
  'margin: 0 calc(1px + var(--a)) 0 0',
  'border-width: 1px 0 1px 2px',
  'border-radius: 4px 0 0 4px',
  'border-radius: 4px 0',
  'translate: 100% 0',
  'translate: -2px',
  'transform: translateX(4px)',
  'transform: rotate(4deg) translate(4px, 0)',
  'transform: translate3d(4px, 0, 0)',
  'transform-origin: left',
  'background-position: right 4px top 2px',
  'background: url(a.svg) right center no-repeat',
  'background: linear-gradient(to right, red, blue)',
  'mask-image: linear-gradient(90deg, red, blue)',
])('refuses %s', async (declaration) => {
  expect(await listFaults(declaration)).toEqual([expect.stringMatching(/^a\.css:2 [a-z-]+: ./)]);
});

test.each([
  'inset-inline-start: 0',
  'border-start-start-radius: 4px',
  'text-align: start',
  'padding: 1px 2px 3px 2px',
  'padding: 1px 2px 3px',
  'inset: auto 0 calc(100% - 4px)',
  'border-radius: 4px 4px 0 0',
  'border-radius: 50%',
  'translate: 0 8px',
  'translate: calc(100% * var(--toward-end)) 0',
  'transform: rotate(-180deg)',
  'transform: scale(2)',
  'transform: translateY(4px)',
  'transform-origin: 52px 52px',
  'background: linear-gradient(to bottom, red, blue)',
  'box-shadow: 0 12px 32px -8px red',
  'transition: left 1s',
])('accepts %s', async (declaration) => {
  expect(await listFaults(declaration)).toEqual([]);
});

test('skips comments, and counts their lines', async () => {
  expect(await lintCss('/* left: 0;\n*/\n.a { right: 0 }')).toEqual([expect.stringMatching(/^a\.css:3 right: /)]);
});

test('checks declarations within at-rules', async () => {
  expect(await lintCss('@media print { .a { color: red; left: 0; } }')).toHaveLength(1);
});

test.each(['colour: red', 'color: #12345', 'color: red; color: blue', 'width: 4pixels', 'width: calc(1px+2px)'])(
  'refuses what a browser would ignore: %s',
  async (declaration) => {
    expect(await listFaults(declaration)).not.toEqual([]);
  },
);
