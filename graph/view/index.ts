export { edgesOnPaths, factEdges, synonymEdges } from './edges.ts'
export {
  DETAIL_LIMITS,
  type NameDetails,
  nameDetails,
  resolveName,
  searchNames,
  statedFacts,
  synonymsOf,
} from './name-details.ts'
export { kindOfName, NAME_KINDS } from './name-kinds.ts'
export { adjacentNodes } from './neighbours.ts'
export { unitTexts } from './occurrences.ts'
export { selectNodes } from './select-nodes.ts'
export { type GraphStats, graphStats } from './stats.ts'
