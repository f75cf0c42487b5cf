/** Laws of every turn, however interrupted: no text of the model is lost, doubled or moved, and the trace names all other text. */
import type { Channel, Thought, TimedTraceEvent } from '../../../../monitor/index.ts'
import type { ReceivedText } from './continuing-model.ts'
import type { Master, StreamCase } from './stream-case.ts'

export interface ThoughtRecorder extends ReceivedText {
  /** Yields the same thoughts, and records each before it is yielded. */
  hear(thoughts: AsyncIterable<Thought>): AsyncGenerator<Thought>
}

export function createThoughtRecorder(): ThoughtRecorder {
  const model = { reasoning: '', text: '' }
  const all = { reasoning: '', text: '' }
  return {
    model,
    all,
    async *hear(thoughts) {
      for await (const thought of thoughts) {
        if (thought.type === 'text') all[thought.channel] += thought.text
        if (thought.type === 'text' && thought.by === 'model') model[thought.channel] += thought.text
        yield thought
      }
    },
  }
}

export function problemsOf(given: StreamCase, thoughts: readonly Thought[], heard: ReceivedText): string[] {
  const trace = thoughts.flatMap((thought) => (thought.type === 'trace' ? [thought.event] : []))
  return [
    ...differences(given.master, heard.model),
    ...spanProblems(trace, thoughts, heard),
    ...codeProblems(given, trace),
    ...endProblems(thoughts, trace),
  ]
}

export function differences(master: Master, said: Master): string[] {
  return (['reasoning', 'text'] as const).flatMap((channel) => {
    if (said[channel] === master[channel]) return []
    let at = 0
    while (said[channel][at] === master[channel][at]) at++
    const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 30))
    return [`${channel} differs at ${at}: ${near(said[channel])} is not ${near(master[channel])}`]
  })
}

/** Checks that each injection is at its span, and that all text of unknown origin is code, an injection or the space after one. */
function spanProblems(
  trace: readonly TimedTraceEvent[],
  thoughts: readonly Thought[],
  { all, model }: ReceivedText,
): string[] {
  const problems: string[] = []
  const others = { reasoning: 0, text: 0 }
  for (const event of trace) {
    if (event.kind === 'code') others.text += `<execution_results>${event.result}</execution_results>`.length
    if (event.kind !== 'injection') continue
    const [start, end] = event.span
    const { channel } = event.at
    if (all[channel].slice(start, end) !== event.text)
      problems.push(`at ${start} there is no ${JSON.stringify(event.text)}`)
    others[channel] += end - start
  }
  for (const channel of ['reasoning', 'text'] as const) {
    const seams = seamCharacters(thoughts, channel)
    const rest = all[channel].length - model[channel].length - others[channel] - seams
    if (rest !== 0) problems.push(`${rest} characters of ${channel} are nobody's`)
  }
  return problems
}

function seamCharacters(thoughts: readonly Thought[], of: Channel): number {
  return thoughts.filter(
    (thought) =>
      thought.type === 'text' && thought.channel === of && thought.by === 'injection' && thought.text === ' ',
  ).length
}

/** Checks that every block that the model wrote ran once, unchanged. */
function codeProblems({ master, runsCode }: StreamCase, trace: readonly TimedTraceEvent[]): string[] {
  const written = runsCode
    ? [...master.text.matchAll(/<code[^>]*>([\s\S]*?)<\/code>/g)].map(([, code]) => code)
    : []
  const ran = trace.flatMap((event) => (event.kind === 'code' ? [event.code] : []))
  return JSON.stringify(ran) === JSON.stringify(written)
    ? []
    : [`ran ${JSON.stringify(ran)} of ${JSON.stringify(written)}`]
}

function endProblems(thoughts: readonly Thought[], trace: readonly TimedTraceEvent[]): string[] {
  const finishes = thoughts.filter(({ type }) => type === 'finish')
  const last = thoughts.at(-1)
  const problems: string[] = []
  if (finishes.length !== 1 || last?.type !== 'finish' || last.reason !== 'stop')
    problems.push(`ended with ${JSON.stringify(finishes)}, last ${JSON.stringify(last)}`)
  if (trace.filter(({ kind }) => kind === 'end').length !== 1)
    problems.push('no end in the trace, or several')
  if (trace.some((event, at) => at > 0 && event.atMs < trace[at - 1]!.atMs))
    problems.push('time runs backwards')
  return problems
}
