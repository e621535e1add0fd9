export const SECTION_IDS = [
  'today',
  'reviews',
  'orders',
  'buyers',
  'treasury',
  'reconciliation',
  'catalog',
  'providers',
  'partners',
  'reports',
  'people',
] as const;

export type SectionId = (typeof SECTION_IDS)[number];
