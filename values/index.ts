/** What quantities does a text state, in which unit, and of what? Reads numbers, ranges, errors and units of measurement without a model. */
export { type AskedValue, answersAsked, readAsked } from './asked-value.ts'
export { cellValuesIn } from './cell-values.ts'
export { conflictsAmong, type StatedValue } from './conflicts.ts'
export { type Amount, type Value, valuesIn } from './read-values.ts'
