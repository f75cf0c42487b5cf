/** Shows an answer from the papers: its sentences with numbered citations, unsupported ones marked, and its sources. */
import type { AskAnswer, Citation } from './api.d.ts'
import { post } from './api-client.ts'
import { paperAddress } from './contents.ts'
import { actionButton, element, errorNotice, plural } from './dom.ts'
import type { AskSource } from './events.d.ts'
import { createPagePreview } from './page-image.ts'
import { showPlace } from './source-links.ts'

// Marks as the service reads them: "[1]", "[1, 3]", "[2-4]", also in full-width brackets.
const MARK = /[[【]\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*[\]】]/g

type Source = Pick<Citation, 'n' | 'corpus' | 'paper' | 'title' | 'page' | 'span' | 'quote'>

/** Shows the answer while it is written. */
export function writtenText(text: string, sources: readonly AskSource[], corpus: string) {
  const known = sources.map((source) => ({ ...source, quote: source.text }))
  return element('p.answer-text', { 'aria-busy': 'true' }, ...withCitations(text, known, corpus))
}

export function answerNodes(answer: AskAnswer) {
  const { question, answerable, support, by, citations, shown, corpus, nearerDropped } = answer
  const search = element(
    'a',
    { href: `#/search?${new URLSearchParams({ q: question })}` },
    'Search the papers',
  )
  const isWritten = answerable && by === 'model'
  const cited = isWritten
    ? [...Map.groupBy(citations, ({ paper }) => paper).values()]
    : citations.map((citation) => [citation])
  return [
    ...(isWritten ? answerText(answer) : answerable ? [withoutModel()] : [refusal(answer.answer)]),
    ...markNotices(answer),
    ...(by === 'units' && support === 'doubtful' ? [doubt()] : []),
    ...(nearerDropped === null ? [] : [droppedNotice(nearerDropped, corpus)]),
    ...(cited.length === 0 ? [] : [heading(by === 'units' ? 'What the papers say' : 'Sources')]),
    ...cited.map((places) =>
      sourceArticle(places, corpus, { isQuoted: isWritten, marksDoubt: by === 'units' }),
    ),
    ...(shown.length === 0 ? [] : [heading('Closest places, not cited by the answer')]),
    ...shown.map((place) => sourceArticle([place], corpus, { isQuoted: false, marksDoubt: false })),
    element('p.other-views', search, ' for more places.'),
  ]
}

const heading = (text: string) => element('h2.contents-heading', text)

/** Shows the papers' verdicts on the quotations and numbers of an answer, or why there are none. */
export function markNotices({ marks = [], problems = [] }: Pick<AskAnswer, 'marks' | 'problems'>) {
  return [...problems.map((message) => errorNotice({ message })), ...marks.map(markNotice)]
}

function markNotice({
  kind,
  text,
  verdict,
  changes,
  corpus,
  paper,
  title,
  page,
  says,
}: NonNullable<AskAnswer['marks']>[number]) {
  const isTrue = verdict === 'exact' || verdict === 'normalised'
  const what = kind === 'quote' ? `Quotation, ${verdict}: “${text}”. ` : `A paper says otherwise: “${text}”. `
  const changed = changes
    .map((change) => `${change.kind}: “${change.paper}”, not “${change.answer}”. `)
    .join('')
  const name = `${title || 'Untitled'}${page === null ? '' : `, p. ${page}`}`
  const link =
    paper === null ? '' : element('a', { href: paperAddress(paper, corpus), title: says ?? '' }, name)
  return element('p', { className: isTrue ? 'help' : 'caution' }, what, changed, link)
}

const refusal = (text: string) => element('p.answer-text.unanswered', text)

function doubt() {
  return element(
    'p.caution',
    'Doubtful: no place found mentions everything that the question names, or gives the number it asks for. Your papers may not say.',
  )
}

function droppedNotice({ paper, title }: NonNullable<AskAnswer['nearerDropped']>, corpus: string) {
  const keep = async () => {
    await post('/gate/{paper}', { path: { paper }, body: { corpus, decision: 'keep' } })
    button.replaceWith('The paper is now kept. Ask again to use it.')
  }
  const button = actionButton('button', keep, { 'data-right': 'admin' }, 'Keep it')
  const said = `A paper dropped by the gate is closer to the question: ${title || 'Untitled'}. `
  return element('p.caution', said, button)
}

function withoutModel() {
  const name = (text: string) => element('code', text)
  return element(
    'div',
    element(
      'p.lead',
      'No model was used: these are the best statements, in the papers’ own words. For a written answer, start the server with ',
      name('GLOSS_LLM_URL'),
      ' and ',
      name('GLOSS_LLM_MODEL'),
      '.',
    ),
  )
}

function answerText({ answer, sentences, citations, corpus, unknownCitations }: AskAnswer) {
  const text = element('p.answer-text')
  let at = 0
  for (const sentence of sentences) {
    const start = answer.indexOf(sentence.text, at)
    // White space and line breaks between two sentences. The service joins a mark after a full stop to its sentence.
    if (start >= at) {
      text.append(answer.slice(at, start))
      at = start + sentence.text.length
    } else text.append(' ')
    const parts = withCitations(sentence.text, citations, corpus)
    text.append(...(sentence.isSupported ? parts : [unsupported(parts)]))
  }
  const count = sentences.filter(({ isSupported }) => !isSupported).length
  const notes = [
    count === 0
      ? ''
      : `${plural(count, 'sentence')} of ${sentences.length} ${count === 1 ? 'has' : 'have'} no support in what ${count === 1 ? 'it cites' : 'they cite'}.`,
    unknownCitations.length === 0
      ? ''
      : `Cited without a source: ${unknownCitations.map((n) => `[${n}]`).join(' ')}.`,
  ].filter((note) => note !== '')
  return [text, ...(notes.length === 0 ? [] : [element('p.help', notes.join(' '))])]
}

function unsupported(parts: readonly (string | HTMLElement)[]) {
  const note = element('small', ' no support')
  return element('span.unsupported', ...textNodes(parts), note)
}

const textNodes = (parts: readonly (string | HTMLElement)[]) =>
  parts.map((part) => (typeof part === 'string' ? new Text(part) : part))

/** Returns the text with the numbers in brackets as buttons that open the marked page. */
function withCitations(text: string, sources: readonly Source[], corpus: string): (string | HTMLElement)[] {
  const byNumber = new Map(sources.map((source) => [source.n, source]))
  const parts: (string | HTMLElement)[] = []
  let at = 0
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    parts.push(text.slice(at, index))
    at = index + mark.length
    const pieces = mark.split(/(\d+)/).map((piece) => {
      const source = byNumber.get(Number(piece))
      return piece === '' || source === undefined ? piece : citationButton(source, corpus)
    })
    parts.push(element('span.citations', ...pieces))
  }
  return [...parts, text.slice(at)]
}

function citationButton({ quote, ...place }: Source, corpus: string) {
  const { n, title, page } = place
  const shown = page === null ? 'text' : `page ${page}`
  const label = `${n}: ${shown} of ${title || 'an untitled paper'}`
  const open = () => showPlace({ ...place, text: quote }, place.corpus ?? corpus)
  return actionButton('button.citation', open, { 'aria-label': label, title: label }, `${n}`)
}

/** How a place is shown: as a whole quotation or by its best sentences, and whether doubtful support is marked. */
type Showing = { isQuoted: boolean; marksDoubt: boolean }

/** Shows one paper with the cited parts of it, each with a preview of its page. */
function sourceArticle(citations: readonly Citation[], corpus: string, showing: Showing) {
  const [first] = citations
  if (first === undefined) throw new Error('A source without a citation')
  const { paper, title, year, corpus: from } = first
  const paperHeading = element(
    'h3',
    element('a.paper-link', { href: paperAddress(paper, from) }, title || 'Untitled'),
    year ? element('span.year', ` ${year}`) : null,
  )
  return element(
    'article.cited-paper',
    { 'aria-label': title || 'Untitled' },
    paperHeading,
    ...citations.map((citation) => citedPlace(citation, corpus, showing)),
  )
}

function citedPlace(citation: Citation, corpus: string, { isQuoted, marksDoubt }: Showing) {
  const { n, title, locator, page, span, quote, paper, statement, support } = citation
  const place = { paper, title, page, span, sentence: { text: quote, span } }
  const isDoubtful = marksDoubt && support === 'doubtful'
  return element(
    'div.hit',
    element('span.rank', String(n)),
    element(
      'div.reading',
      element(
        'p.locator',
        locator === 'N/A' ? '' : locator,
        isDoubtful ? element('small.doubtful', 'may be about something else') : null,
      ),
      element('blockquote', isQuoted ? quote : statement),
    ),
    createPagePreview(place, citation.corpus ?? corpus),
  )
}
