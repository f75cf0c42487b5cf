/**
 * What of an agent's turn goes to others: its solution with the evidence that was injected into it, for the agents that continue with it, and
 * its own words alone, from which every answer and choice is read. Results of code are neither.
 */
import type { AgentSegment } from '../agent.ts'
import { evidenceMark, withEvidence, withoutEvidence, withoutMarkCharacters } from './evidence-marks.ts'
import { stripForNextAgent } from './strip-for-next-agent.ts'

export interface HandedOn {
  /** Empty where the agent itself wrote nothing. */
  readonly text: string
  readonly said: string
}

const RESULT_PLACE = '<execution_results></execution_results>'

/** `tag`: the tag around the agent's answer. */
export function handOn(segments: readonly AgentSegment[], tag: 'answer' | 'select' = 'answer'): HandedOn {
  const visible = segments.filter(({ channel }) => channel === 'text')
  const marked = visible.map(({ by, text }, place) => {
    if (by === 'code') return RESULT_PLACE
    return by === 'injection' ? evidenceMark(place) : withoutMarkCharacters(text)
  })
  const { text } = stripForNextAgent(marked.join(''), tag)
  const texts = visible.map((segment) => segment.text)
  return { text: withEvidence(text, texts).trim(), said: withoutEvidence(text).trim() }
}
