export { addedPattern, patternAt } from './checked-pattern.ts'
export { loadPlugin } from './load-plugin.ts'
export { checkPlugin } from './run-plugin.ts'
