export { addedPattern, patternAt } from './checked-pattern.ts'
export { checkPlugin, loadPlugin } from './load-plugin.ts'
