import type { Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { buildPrecache } from './serviceWorker.ts';

type Chunk = {
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly facadeModuleId?: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
};

function createBundle(
  chunks: Record<string, Chunk>,
  document = '<script src="/assets/first-1.js">',
): Rolldown.OutputBundle {
  const files = Object.entries(chunks).map(([fileName, chunk]) => [
    fileName,
    {
      type: 'chunk',
      fileName,
      imports: chunk.imports ?? [],
      dynamicImports: chunk.dynamicImports ?? [],
      facadeModuleId: chunk.facadeModuleId ?? null,
      viteMetadata: { importedCss: new Set(chunk.css), importedAssets: new Set(chunk.assets) },
    },
  ]);
  return {
    ...Object.fromEntries(files),
    'index.html': { type: 'asset', fileName: 'index.html', source: document },
  };
}

const app = {
  'assets/first-1.js': {
    dynamicImports: ['assets/later-1.js', 'assets/replay-1.js'],
    css: ['assets/first-1.css'],
    assets: ['assets/font-1.woff2', 'assets/picture-1.png'],
  },
  'assets/later-1.js': { imports: ['assets/shared-1.js', 'assets/first-1.js'], css: ['assets/later-1.css'] },
  'assets/shared-1.js': {},
  'assets/replay-1.js': {
    facadeModuleId: '/x/web/features/replay/openReplay.ts',
    imports: ['assets/shared-1.js'],
    dynamicImports: ['assets/recorder-1.js'],
  },
  'assets/recorder-1.js': {},
  'assets/nobodys-1.js': {},
};

describe('the precache of the worker', () => {
  test('contains all scripts, styles and fonts of the document, without the recorder', () => {
    expect(buildPrecache(createBundle(app))).toMatchObject({
      shell: '/shell.html',
      assets: [
        '/assets/first-1.css',
        '/assets/first-1.js',
        '/assets/font-1.woff2',
        '/assets/later-1.css',
        '/assets/later-1.js',
        '/assets/shared-1.js',
      ],
    });
  });

  test('has another version if a file or the shell changes, otherwise the same', () => {
    const { version } = buildPrecache(createBundle(app));
    const { 'assets/shared-1.js': shared, ...rest } = app;
    const changed = { ...rest, 'assets/later-1.js': { imports: ['assets/shared-2.js'] }, 'assets/shared-2.js': shared };
    expect(buildPrecache(createBundle(app)).version).toBe(version);
    expect(buildPrecache(createBundle(changed)).version).not.toBe(version);
    expect(buildPrecache(createBundle(app, '<p><script src="/assets/first-1.js">')).version).not.toBe(version);
  });

  test('is not built from a document without a script', () => {
    expect(() => buildPrecache(createBundle(app, '<p>'))).toThrow('no script');
  });
});
