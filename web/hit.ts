/** Shows one result: its paper, its text with the best sentence marked, its scores, and a preview of its page. */
import type { Hit } from './api.d.ts'
import { paperAddress } from './contents.ts'
import { element, placeLine, plural, scoreBar } from './dom.ts'
import { MIN_SHARE } from './graph-lists.ts'
import { createPagePreview } from './page-image.ts'
import { readingNote } from './reading-note.ts'

// Characters of a long passage shown on either side of the best sentence. Chosen by eye.
const CONTEXT_CHARACTERS = 220

type Quotation = { before: string; sentence: string; after: string }

/** Creates the result. `bestWordScore`: the highest BM25 score of all results. */
export function createHitArticle(
  hit: Hit,
  { corpus, bestWordScore }: { corpus: string; bestWordScore: number },
) {
  return element(
    'article.hit',
    { 'aria-label': `Result ${hit.rank}` },
    element('span.rank', { 'aria-hidden': 'true' }, String(hit.rank)),
    element(
      'div.reading',
      element(
        'h2',
        element('a.paper-link', { href: paperAddress(hit.paper, hit.corpus) }, hit.title || 'Untitled'),
        hit.year ? element('span.year', ` ${hit.year}`) : null,
      ),
      element('p.locator', locatorLine(hit)),
      quotation(hit),
      readingNote(hit.reading),
      scoreList(hit, bestWordScore),
    ),
    createPagePreview(hit, hit.corpus ?? corpus),
  )
}

const STATED = {
  finding: 'finding of the paper',
  method: 'method',
  background: 'background',
  others: 'work of others',
}

function locatorLine({ locator, kind, statement, topic, document }: Hit) {
  const stated = statement === undefined ? '' : STATED[statement]
  return placeLine(locator, kind === 'passage' ? 'passage' : topic, stated, document)
}

function quotation(hit: Hit) {
  const whole = splitAtSentence(hit)
  const isLong = whole.before.length > CONTEXT_CHARACTERS || whole.after.length > CONTEXT_CHARACTERS
  const quote = element('blockquote')
  const show = ({ before, sentence, after }: Quotation) =>
    quote.replaceChildren(before, element('mark', sentence), after)
  show(isLong ? shortened(whole) : whole)
  if (!isLong) return quote
  const more = element('button.more', 'Show whole passage')
  more.onclick = () => {
    show(whole)
    more.remove()
  }
  return element('div', quote, more)
}

/**
 * Splits a hit at its sentence by their places in the paper. A hit with a place whose sentence has none is marked as a whole, as on the
 * picture of its page; one without a page is marked by the words of its sentence.
 */
function splitAtSentence({ text, span, sentence }: Hit): Quotation {
  const place = span === null ? null : sentence.span
  const from =
    place !== null && span !== null ? place[0] - span[0] : span === null ? text.indexOf(sentence.text) : -1
  if (from < 0) return { before: '', sentence: text, after: '' }
  const to = from + (place === null ? sentence.text.length : place[1] - place[0])
  return { before: text.slice(0, from), sentence: text.slice(from, to), after: text.slice(to) }
}

function shortened({ before, sentence, after }: Quotation): Quotation {
  const head =
    before.length > CONTEXT_CHARACTERS
      ? `… ${before.slice(-CONTEXT_CHARACTERS).replace(/^\S*\s+/, '')}`
      : before
  const tail =
    after.length > CONTEXT_CHARACTERS
      ? `${after.slice(0, CONTEXT_CHARACTERS).replace(/\s+\S*$/, '')} …`
      : after
  return { before: head, sentence, after: tail }
}

function scoreList({ why, joined }: Hit, bestWordScore: number) {
  const { words, terms = [], cosine, walk, facts = [], sql } = why
  const names = walk?.names.filter(({ share }) => share >= MIN_SHARE) ?? []
  const stated = facts.filter(({ isStated }) => isStated)
  const rows = [
    words === undefined
      ? null
      : scoreBar('BM25', bestWordScore > 0 ? words / bestWordScore : 0, words.toFixed(1)),
    cosine === undefined ? null : scoreBar('cosine', Math.max(0, cosine), cosine.toFixed(2)),
    row('via', names.map(nameShare)),
    row(
      'states',
      stated.map(({ subject, predicate, object }) => `${subject} — ${predicate} — ${object}`),
    ),
    row('where', sql?.values.map(({ column, value }) => `${column} = ${value}`) ?? []),
    row(
      'matched',
      terms.map(({ word }) => word),
    ),
    row('same place', joined.length === 0 ? [] : [plural(joined.length, 'lower result')]),
  ]
  return element('dl.why', { 'aria-label': 'Why this result was found' }, ...rows)
}

/** Shows a name of the question from which the walk reached this result, with its share of the score. */
function nameShare({ name, share }: { name: string; share: number }) {
  const link = element('a', { href: `#/graph?${new URLSearchParams({ name })}` }, name)
  return element('span', link, ` ${Math.round(share * 100)}%`)
}

function row(name: string, values: readonly (string | HTMLElement)[]) {
  if (values.length === 0) return null
  const shown = values.map((value) => element('span', value))
  return element('div', element('dt', name), element('dd.terms', ...shown))
}
