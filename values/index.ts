/** Reads the quantities that a text states, with their units and what was measured: numbers, ranges and errors, without a model. */
export { finderOfName } from './asked-phrase.ts'
export { isOfProperty, parseQuery, scoreAnswer, type ValueQuery } from './asked-value.ts'
export { cellValuesIn } from './cell-values.ts'
export { conflictingPairs, type StatedValue } from './conflicts.ts'
export { finderOfKind, type PhraseFinder } from './phrase-kinds.ts'
export { type Amount, type Value, valuesIn } from './read-values.ts'
