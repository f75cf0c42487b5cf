export type { Amount } from '../../values/index.ts'
export { valuesOfTexts } from './values-of-texts.ts'
