export const PLACE_IDS = [
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

export type PlaceId = (typeof PLACE_IDS)[number];
