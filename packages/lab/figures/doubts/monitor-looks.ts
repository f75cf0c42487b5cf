/** Runs the lexical monitor at the looks of a whole text, as the loop takes them (512 characters every 384). */
import {
  createLexicalMonitor,
  DEFAULT_LOOP,
  type LexicalMonitorOptions,
  type Look,
  type MonitorVerdict,
} from '../../../../monitor/index.ts'

/** A text, and the places in it about which something could be looked up. */
export interface MarkedText {
  readonly text: string
  readonly doubts: readonly Span[]
}

interface LookResult {
  readonly look: Look
  readonly verdict: MonitorVerdict
  /** Doubtful sentence, as offsets into the whole text; null if there is none. */
  readonly doubt: { readonly start: number; readonly end: number } | null
}

const never = new AbortController().signal
const { windowCharacters, strideCharacters } = DEFAULT_LOOP

/** Returns the looks. Nothing is injected, so they go on to the end: an injection would restart the count. */
export function looksOf(text: string): Look[] {
  const looks: Look[] = []
  for (let offset = windowCharacters; offset <= text.length; offset += strideCharacters) {
    const window = text.slice(offset - windowCharacters, offset)
    looks.push({ window, offset, channel: 'reasoning', question: '', logprobs: [] })
  }
  return looks
}

async function lookedAt(text: string, options: LexicalMonitorOptions = {}): Promise<LookResult[]> {
  const monitor = createLexicalMonitor(options)
  const answered: LookResult[] = []
  for (const look of looksOf(text)) {
    const verdict = await monitor.look(look, never)
    const from = look.offset - look.window.length
    const { doubt } = verdict
    const placed = doubt === undefined ? null : { start: doubt.start + from, end: doubt.end + from }
    answered.push({ look, verdict, doubt: placed })
  }
  return answered
}

export async function rateOf(texts: readonly string[], options: LexicalMonitorOptions = {}) {
  let [characters, looks, triggers] = [0, 0, 0]
  for (const text of texts) {
    const all = await lookedAt(text, options)
    characters += text.length
    looks += all.length
    triggers += all.filter(({ verdict }) => verdict.answer === 'yes').length
  }
  return { texts: texts.length, characters, looks, triggers, per10kCharacters: per10k(triggers, characters) }
}

export function per10k(count: number, characters: number): number {
  return Number(((count / characters) * 10_000).toFixed(2))
}

interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Right: the doubtful sentence of a trigger is on a marked place. Found: a trigger's window has a mark there, since queries cover its other
 * doubts, too. Unseen: the text ends before a look reaches the place.
 */
export async function agreementOn(texts: readonly MarkedText[], options: LexicalMonitorOptions = {}) {
  let [triggers, right, marked, found, unseen] = [0, 0, 0, 0, 0]
  for (const { text, doubts } of texts) {
    const all = await lookedAt(text, options)
    const yes = all.filter(({ verdict }) => verdict.answer === 'yes')
    const marks = yes.flatMap(marksOf)
    triggers += yes.length
    right += yes.filter(({ doubt }) => doubts.some((place) => doubt !== null && touches(doubt, place))).length
    marked += doubts.length
    found += doubts.filter((place) => marks.some((mark) => touches(mark, place))).length
    unseen += doubts.filter(({ start }) => start >= (all.at(-1)?.look.offset ?? 0)).length
  }
  const share = (part: number, whole: number) => (whole === 0 ? null : Number((part / whole).toFixed(3)))
  const shares = { precision: share(right, triggers), recall: share(found, marked) }
  return { triggers, right, marked, found, unseen, ...shares }
}

function marksOf({ look, verdict }: LookResult): Span[] {
  const from = look.offset - look.window.length
  return (verdict.marks ?? []).map(({ start, end }) => ({ start: start + from, end: end + from }))
}

function touches(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end
}
