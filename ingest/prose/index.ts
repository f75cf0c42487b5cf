export { judgeProse } from './judge-prose.ts'
export { type LanguageLikeness, measureProse } from './measure-prose.ts'
