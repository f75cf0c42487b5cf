/** Figures that Reasoning With a Star (arXiv 2511.20694) reports, in per cent; none was measured here. */

/** Table 1: one call, no workflow, on 158 items. */
export const PUBLISHED_SINGLE_SHOT = [
  { model: 'Gemini 2.5 Pro', percent: 35.44 },
  { model: 'OSS 20B', percent: 32.91 },
  { model: 'OSS 120B', percent: 32.91 },
  { model: 'Llama 3.3', percent: 31.01 },
  { model: 'Mistral 24.11', percent: 27.22 },
] as const

/** Table 2, row of this data set: Gemini 2.5 Pro in the four workflows, and their unweighted means over six data sets. */
export const PUBLISHED_PATTERNS = [
  { pattern: 'hmaw', percent: 39.52, of167: 66, macroMean: 62.03 },
  { pattern: 'pace', percent: 41.92, of167: 70, macroMean: 64.57 },
  { pattern: 'phase', percent: 42.51, of167: 71, macroMean: 64.4 },
  { pattern: 'schema', percent: 44.31, of167: 74, macroMean: 63.66 },
] as const

export const PUBLISHED_ITEMS = 158
/** The only count from 20 to 333 for which all four shares of Table 2 are whole numbers of items. */
export const PUBLISHED_PATTERN_ITEMS = 167

export const PUBLISHED_CONTRADICTION =
  'The paper contradicts itself: its data set has 158 items, and Table 1 is of 158; but the shares of Table 2 are 66, 70, 71 and 74 of 167. Patterns and baseline ran on different items, and with 95 % intervals of 7 points to either side nothing separates them.'
