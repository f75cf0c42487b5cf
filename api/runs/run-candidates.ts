/**
 * Numbers the candidates of a run. A candidate is named by the place of the agent that opened it and keeps that name through all stages,
 * although a pattern counts again from 0 if one of them failed.
 */
import { type PageShape, splitStage, type TimelineEvent } from '../../app/solve/index.ts'

/** Paths are `stage/place` or `stage.round/place`; the first stage opens the candidates. `stages`: from the pattern's page. */
export function createCandidateNumbers(stages: PageShape['stages']) {
  const inColumns = new Set(stages.flatMap(({ stage, isColumn }) => (isColumn === true ? [stage] : [])))
  const opened = new Set<number>()
  let opening: string | null = null

  const ofPlace = (place: number) => [...opened].sort((one, other) => one - other)[place] ?? place

  return {
    /** Takes every event in order. */
    add(event: TimelineEvent) {
      if (event.type === 'stage') opening ??= event.stage
      if (event.type === 'stage' || event.type === 'failure') return
      const { stage, place } = placeOf(event.path)
      if (stage !== opening || place === null) return
      if (event.type === 'agent') opened.add(place)
      else if (isEmpty(event.data)) opened.delete(place)
    },
    /** Returns the candidate of the agent at this path; null if it works for all of them, as a ranker does. */
    at(path: string): number | null {
      const { stage, place } = placeOf(path)
      if (place === null || !inColumns.has(splitStage(stage).name)) return null
      return stage === (opening ?? stage) ? place : ofPlace(place)
    },
    /** Returns the candidate of a place in the pool that the later stages use. */
    ofPlace,
  }
}

/** Returns true for an agent without text, whose candidate is dropped. */
function isEmpty(data: unknown): boolean {
  return (data as { readonly text?: unknown } | null)?.text === ''
}

function placeOf(path: string): { readonly stage: string; readonly place: number | null } {
  const [stage = '', place = ''] = path.split('/')
  return { stage, place: /^\d+$/.test(place) ? Number(place) : null }
}
