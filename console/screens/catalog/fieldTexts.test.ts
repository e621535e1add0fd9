import { expect, test } from 'vitest';
import {
  type FieldSchema,
  findChangedFields,
  findFieldError,
  formatFieldTexts,
  parseFieldValue,
} from './fieldTexts.ts';

const field = (name: string, type: FieldSchema['type'], more: Partial<FieldSchema> = {}): FieldSchema => ({
  name,
  type,
  unit: null,
  choices: [],
  minimum: null,
  maximum: null,
  optional: false,
  standard: null,
  description: '',
  ...more,
});
const schema = [
  field('percent', 'percent'),
  field('maximumPay', 'decimal', { optional: true }),
  field('enabled', 'yes_or_no', { optional: true, standard: true }),
  field('methods', 'list', { optional: true }),
];

test('returns only the edited fields as changes', () => {
  const row = formatFieldTexts({ schema, fields: { percent: '0.039', methods: ['a', 'b'] } });
  expect(row).toEqual({ percent: '3.9', maximumPay: '', enabled: 'yes', methods: 'a\nb' });
  expect(findChangedFields(schema, row, row)).toEqual({});
  expect(findChangedFields(schema, row, { ...row, percent: '3.6', methods: 'b\n\n c ' })).toEqual({
    percent: '0.036',
    methods: ['b', 'c'],
  });
});

test('parses an empty optional field as null, parses an empty list and a number, and keeps any other text unchanged', () => {
  expect(parseFieldValue(field('maximumPay', 'decimal', { optional: true }), ' ')).toBeNull();
  expect(parseFieldValue(field('percent', 'decimal'), '')).toBe('');
  expect(parseFieldValue(field('origins', 'list'), '')).toEqual([]);
  expect(parseFieldValue(field('value', 'number'), '21')).toBe(21);
  expect(parseFieldValue(field('value', 'number'), 'many')).toBe('many');
});

test.each(['', '100', '3,5', '1e1', '0.12345678901234567'])(
  '%j is rejected as a percentage and not converted to a fraction',
  (text) => {
    const percent = field('percent', 'percent');
    expect(findFieldError(percent, text)).toContain('percentage');
    expect(parseFieldValue(percent, text)).toBe(`${text} %`);
  },
);

test('converts a percentage to the row’s fraction', () => {
  const percent = field('percent', 'percent');
  expect([findFieldError(percent, ' 3.5 '), parseFieldValue(percent, ' 3.5 ')]).toEqual([undefined, '0.035']);
  expect(findFieldError(field('share', 'percent', { optional: true }), '')).toBeUndefined();
});
