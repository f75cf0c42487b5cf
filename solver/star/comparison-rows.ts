/** The comparison of patterns in Table 2 of Reasoning With a Star: the four patterns, and the single shot that they are compared with (check S51). */
import type { AblationRow } from '../pattern.ts'

export const COMPARISON_ROWS: readonly AblationRow[] = ['single', 'hmaw', 'pace', 'phase', 'schema'].map(
  (pattern) => ({ table: 'T2', name: pattern, pattern, settings: {} }),
)
