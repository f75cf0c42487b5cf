/** Each look at a stream with its verdict and what followed from it, as rows of where, what and how it went. */
import type { Traced } from '../../monitor/index.ts'

type EventOf<Kind extends Traced['kind']> = Extract<Traced, { readonly kind: Kind }>
type Row = readonly [where: string, what: string, detail: string]
type Place = EventOf<'look'>['at']

/** In the order in which things happened. */
export function lookRows(trace: readonly Traced[]): Row[] {
  return trace.flatMap((event): Row[] => {
    if ('at' in event) return [[placeText(event.at), event.kind, lookDetail(event)]]
    if (event.kind === 'failure') return [['', `failure: ${event.stage}`, `${event.message} [${event.what}]`]]
    if (event.kind === 'end') return []
    return [['step' in event ? `step ${event.step}` : '', event.kind, stepDetail(event)]]
  })
}

function placeText({ step, call, channel, offset }: Place): string {
  return `step ${step}, call ${call}, ${channel} ${offset}`
}

type PlacedEvent = EventOf<'look' | 'query' | 'evidence' | 'injection' | 'miss' | 'skip' | 'unused'>

function lookDetail(event: PlacedEvent): string {
  if (event.kind === 'look') return verdictText(event)
  if (event.kind === 'query') return quotedTexts(event.queries) || 'none'
  if (event.kind === 'evidence') return evidenceText(event)
  if (event.kind === 'injection') return injectionText(event)
  return event.reason.replaceAll('_', ' ')
}

/** The window only where it was in doubt, or the verdict is. */
function verdictText({ answer, reason, window }: EventOf<'look'>): string {
  const why = reason === '' ? '' : ` (${reason})`
  return `${answer}${why}${answer === 'no' ? '' : `; the window: ${JSON.stringify(window)}`}`
}

function quotedTexts(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ')
}

function evidenceText({ found, kept }: EventOf<'evidence'>): string {
  if (found.length === 0) return 'nothing found'
  return found
    .map(({ unit, score, similarity, worth }) => {
      const cosine = similarity === null ? '' : `, cosine ${similarity.toFixed(3)}`
      const sifted = worth === undefined ? '' : `, worth ${worth}`
      return `${kept.includes(unit) ? 'kept' : 'dropped'} ${unit} (score ${score.toFixed(3)}${cosine}${sifted})`
    })
    .join('; ')
}

const DEFUSED = '; control marks in it were made harmless'

function injectionText({ cut, units, queries, discarded, isDefused }: EventOf<'injection'>): string {
  const sources = units.map(({ unit, title, page, locator }) => {
    const where = page === null ? locator : `page ${page}`
    return [title || 'untitled', where, unit].filter((part) => part !== '').join(', ')
  })
  const lost = discarded === '' ? '' : `; ${discarded.length} characters behind it thrown away`
  return `at ${cut.offset}, after a ${cut.kind}, for ${quotedTexts(queries)}: ${sources.join('; ')}${lost}${isDefused ? DEFUSED : ''}`
}

function stepDetail(event: EventOf<'call' | 'code' | 'forced'>): string {
  if (event.kind === 'call') return event.rung === null ? 'begun' : `resumed by ${event.rung}`
  if (event.kind === 'forced') return `made to answer: ${event.why.replaceAll('_', ' ')}`
  const searches = (event.searches ?? []).map(({ query, found, failure }) => {
    const result = failure === undefined ? `${found ?? 0} found` : `${failure.message} [${failure.code}]`
    return `searched ${JSON.stringify(query)}: ${result}`
  })
  // Both stand in the text.
  const ran = `${event.code.length} characters of code, ${event.result.length} of results${event.isDefused ? DEFUSED : ''}`
  return [ran, ...searches].join('; ')
}
