/** One hit: its paper, the text with the sentence that answers marked, why it is here, and the printed page. */
import { element } from './dom.js'
import { LEAST_SHARE } from './graph-lists.js'
import { pageSlip } from './page-picture.js'

// How much of a long passage is shown on either side of its sentence.
const AROUND_CHARACTERS = 220

export function hitArticle(hit, { corpus, mostWords }) {
  return element(
    'article',
    { className: 'hit', 'aria-label': `Hit ${hit.rank}` },
    element('span', { className: 'rank', 'aria-hidden': 'true' }, String(hit.rank)),
    element(
      'div',
      { className: 'reading' },
      element(
        'h2',
        {},
        hit.title || 'Untitled',
        hit.year ? element('span', { className: 'year' }, ` ${hit.year}`) : null,
      ),
      element('p', { className: 'locator' }, locatorOf(hit)),
      quotation(hit),
      why(hit.why, mostWords),
    ),
    pageSlip(hit, corpus),
  )
}

function locatorOf({ locator, kind, topic, document }) {
  const parts = [locator, kind === 'passage' ? 'passage' : topic, document]
  return parts.filter((part) => part && part !== 'N/A').join(' · ')
}

function quotation(hit) {
  const whole = parts(hit)
  const isLong = whole.before.length > AROUND_CHARACTERS || whole.after.length > AROUND_CHARACTERS
  const quote = element('blockquote', {})
  const show = ({ before, sentence, after }) =>
    quote.replaceChildren(before, element('mark', {}, sentence), after)
  show(isLong ? shortened(whole) : whole)
  if (!isLong) return quote
  const more = element('button', { type: 'button', className: 'more' }, 'whole passage')
  more.onclick = () => {
    show(whole)
    more.remove()
  }
  return element('div', {}, quote, more)
}

function parts({ text, sentence }) {
  const at = text.indexOf(sentence.text)
  if (at < 0) return { before: '', sentence: text, after: '' }
  return {
    before: text.slice(0, at),
    sentence: sentence.text,
    after: text.slice(at + sentence.text.length),
  }
}

function shortened({ before, sentence, after }) {
  const head =
    before.length > AROUND_CHARACTERS
      ? `… ${before.slice(-AROUND_CHARACTERS).replace(/^\S*\s+/, '')}`
      : before
  const tail =
    after.length > AROUND_CHARACTERS ? `${after.slice(0, AROUND_CHARACTERS).replace(/\s+\S*$/, '')} …` : after
  return { before: head, sentence, after: tail }
}

function why({ words, terms = [], cosine, walk, facts = [], sql }, mostWords) {
  const list = element('dl', { className: 'why', 'aria-label': 'Why this is here' })
  if (words !== undefined)
    list.append(measure('words', mostWords > 0 ? words / mostWords : 0, words.toFixed(1)))
  if (cosine !== undefined) list.append(measure('meaning', Math.max(0, cosine), cosine.toFixed(2)))
  const names = walk?.names.filter(({ share }) => share >= LEAST_SHARE) ?? []
  if (names.length > 0) list.append(named(names))
  const stated = facts.filter(({ isStated }) => isStated)
  if (stated.length > 0)
    list.append(
      listed(
        'states',
        stated.map(({ subject, predicate, object }) => `${subject} — ${predicate} — ${object}`),
      ),
    )
  if (sql)
    list.append(
      listed(
        'where',
        sql.values.map(({ column, value }) => `${column} = ${value}`),
      ),
    )
  if (terms.length > 0)
    list.append(
      listed(
        'matched',
        terms.map(({ term }) => term),
      ),
    )
  return list
}

/** Names of the question by which a walk came here, with their part in the score. */
function named(names) {
  const shown = names.map(({ name, share }) => {
    const link = element('a', { href: `#/graph?${new URLSearchParams({ name })}` }, name)
    return element('span', {}, link, ` ${Math.round(share * 100)} %`)
  })
  return element('div', {}, element('dt', {}, 'by'), element('dd', { className: 'terms' }, ...shown))
}

function listed(name, parts) {
  const shown = parts.map((part) => element('span', {}, part))
  return element('div', {}, element('dt', {}, name), element('dd', { className: 'terms' }, ...shown))
}

function measure(name, share, figure) {
  const bar = element('span', { className: 'bar', 'aria-hidden': 'true' })
  bar.style.setProperty('--share', share.toFixed(3))
  return element('div', {}, element('dt', {}, name), element('dd', {}, bar, figure))
}
