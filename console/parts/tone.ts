/**
 * The meaning of a color; text or an icon always expresses it too. `tide` (blue) is reserved for selected or active
 * elements.
 */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'tide';
