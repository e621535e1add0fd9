/** What a colour says; words or an icon always say it too. `tide` is chosen or acted on, nothing else is blue. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'tide';
