import { expect, test } from 'vitest';
import { readTemplate } from './readTemplate.ts';
import { renderTemplate } from './renderTemplate.ts';

function rendered(source: string, dot: unknown = {}): string {
  const { body, defined } = readTemplate(source);
  return renderTemplate(body, dot, defined);
}

test.each<readonly [string, unknown, string]>([
  ['a {{ .b.c }} d', { b: { c: 1 } }, 'a 1 d'],
  ['a\n  {{- .b }}\n{{ .b -}}\n  c', { b: 'x' }, 'ax\nxc'],
  ['{{ if .a }}1{{ else if .b }}2{{ else }}3{{ end }}', { b: 'x' }, '2'],
  ['{{ if .a }}1{{ else if .b }}2{{ else }}3{{ end }}', { a: [] }, '3'],
  ['{{ with .a }}{{ .b }}{{ $.c }}{{ end }}', { a: { b: 1 }, c: 2 }, '12'],
  ['{{ range $k, $v := .a }}{{ $k }}={{ $v }};{{ end }}', { a: { y: 1, x: 2 } }, 'x=2;y=1;'],
  ['{{ range .a }}<{{ . }}>{{ end }}', { a: ['p', 'q'] }, '<p><q>'],
  ['{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}', {}, '2'],
  ['{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}', {}, '1'],
  ['{{ define "n" }}[{{ .a }}]{{ end }}{{ include "n" . | nindent 2 }}', { a: 1 }, '\n  [1]'],
  ['{{ (.a | default "d") | quote }}', {}, '"d"'],
  ['{{/* nothing */}}{{ printf "%s-%d" "a" 2 }}', {}, 'a-2'],
  ['{{ toYaml .a }}', { a: { b: [1], a: 'x' } }, 'a: x\nb:\n- 1'],
])('%s', (source, dot, said) => {
  expect(rendered(source, dot)).toBe(said);
});

test.each([
  ['{{ if .a }}', /end/],
  ['{{ end }}', /ends nothing/],
  ['{{ .a', /braces/],
  ['{{ lookup "v1" "Secret" }}', /lookup is not known/],
  ['{{ .a.b }}', /\.b of nothing/],
  ['{{ $x }}', /not declared/],
  ['{{ include "n" . }}', /no template n/],
  ['{{ .a | }}', /a value is missing/],
  ['{{ (.a }}', /is missing/],
])('%s is refused', (source, why) => {
  expect(() => rendered(source)).toThrow(why);
});
