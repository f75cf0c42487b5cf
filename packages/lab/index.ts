/** Commands that the laboratory adds to `gloss`. */
import type { CommandPackage } from '../../cli/index.ts'

export const commands: CommandPackage['commands'] = {
  tune: async () => (await import('./commands/tune.ts')).addTuneCommand,
  eval: async () => (await import('./commands/evaluation.ts')).addEvaluationCommand,
  'compare-patterns': async () => (await import('./commands/compare-patterns.ts')).addComparePatternsCommand,
  ablate: async () => (await import('./commands/ablate.ts')).addAblateCommand,
  curate: async () => (await import('./commands/curate.ts')).addCurateCommand,
  synthesise: async () => (await import('./commands/synthesise.ts')).addSynthesiseCommand,
}
