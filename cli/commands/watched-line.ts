/** What the monitor did, in one line: counts and, per 10,000 characters, rates. */
import { type Watched, watchedRates } from '../../app/index.ts'
import { counted } from '../output.ts'

/** Empty where nothing was watched or nothing was written. */
export function watchedLines(watched: Watched | null): string[] {
  const rates = watched === null ? null : watchedRates(watched)
  if (watched === null || rates === null) return []
  const { looks, triggers, injections, characters } = watched
  const { triggersPer10k, tokensPerInjection, extraTokensPer10k } = rates
  const each = tokensPerInjection === null ? '' : ` of ~${tokensPerInjection.toFixed(0)} tokens`
  return [
    `Monitor: ${counted(looks, 'look')}, ${counted(triggers, 'trigger')}, ${counted(injections, 'injection')}${each} in ${counted(characters, 'character')}`,
    `Per 10,000 characters: ${triggersPer10k.toFixed(2)} triggers, ~${extraTokensPer10k.toFixed(0)} extra tokens`,
  ]
}

/** The same for `--json`; null where nothing was watched. */
export function watchedObject(watched: Watched | null): object | null {
  return watched === null ? null : { ...watched, ...watchedRates(watched) }
}
