'use client';

export type { SlipwayListeners } from './listeners.ts';
export { SlipwayPlugin, type SlipwayPluginProps } from './SlipwayPlugin.tsx';
export { type UsedSlipway, useSlipway } from './useSlipway.ts';
