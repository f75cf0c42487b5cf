/** The compare view: one question, two backends, their results side by side with lines between those they share. */
import type { Comparison, Corpus, Hit } from './api.d.ts'
import { post } from './api-client.ts'
import { backendLabel, chosenBackend, fillBackends } from './backend-select.ts'
import {
  byId,
  createShowings,
  element,
  errorNotice,
  find,
  inputById,
  noPapers,
  onSubmit,
  placeLine,
  plural,
  selectById,
  showLoaded,
  svgElement,
} from './dom.ts'
import { mayAnswer, waitingNotice } from './own-address.ts'
import { DEFAULT_HITS } from './vendor/defaults.js'

const GUTTER = 100

const nextShowing = createShowings()
let redrawLines = () => {}

export function openCompare({ onAsk }: { onAsk: (parameters: Record<string, string>) => void }) {
  const submit = () => inputById('compare-q').value.trim() !== '' && onAsk(readForm())
  onSubmit('compare-question', submit)
  for (const id of ['compare-left', 'compare-right', 'compare-k']) byId(id).addEventListener('change', submit)
  addEventListener('resize', () => redrawLines())
}

function readForm() {
  return {
    q: inputById('compare-q').value.trim(),
    one: chosenBackend(selectById('compare-left')),
    other: chosenBackend(selectById('compare-right')),
    k: selectById('compare-k').value,
  }
}

export async function showCompare(parameters: URLSearchParams, { name: corpus, isEmpty }: Corpus) {
  const signal = nextShowing()
  redrawLines = () => {}
  const q = parameters.get('q') ?? ''
  fillBackends(selectById('compare-left'), parameters.get('one'), 'hybrid')
  fillBackends(selectById('compare-right'), parameters.get('other'), 'walk')
  inputById('compare-q').value = q
  selectById('compare-k').value = parameters.get('k') ?? DEFAULT_HITS
  byId('compare-summary').textContent = ''
  byId('compare-answer').replaceChildren(...(isEmpty ? [noPapers()] : []))
  if (q === '' || isEmpty) return
  const { one, other, k } = readForm()
  if (!mayAnswer(one, other)) {
    byId('compare-answer').replaceChildren(waitingNotice('Compare'))
    return
  }
  const body = { queries: [q], backends: [...new Set([one, other])], k: Number(k), corpus }
  await showLoaded(byId('compare-answer'), signal, async () => {
    const comparison = await post('/compare', { body }, { signal })
    return signal.aborted ? [] : [sideBySide(comparison, one, other)]
  })
  redrawLines()
}

function sideBySide({ questions, failures }: Comparison, leftName: string, rightName: string) {
  const { answers = {}, overlaps = [] } = questions[0] ?? {}
  const left = answers[leftName]?.hits ?? []
  const right = answers[rightName]?.hits ?? []
  const [leftRanks, rightRanks] = [ranksByUnit(left), ranksByUnit(right)]
  const common = left.filter(({ unit }) => rightRanks.has(unit)).length
  const agreement = overlaps[0] ? `; rank-biased overlap ${overlaps[0].rankBiased.toFixed(2)}` : ''
  const haveBoth = answers[leftName] !== undefined && answers[rightName] !== undefined
  byId('compare-summary').textContent = haveBoth ? `${plural(common, 'result')} in common${agreement}` : ''
  const heading = (name: string) => columnHeading(name, answers[name]?.tookMs)
  const leftItems = left.map((hit) => hitItem(hit, rightRanks))
  const rightItems = right.map((hit) => hitItem(hit, leftRanks))
  const leftColumn = column(leftName, heading(leftName), failures[leftName] ?? leftItems)
  const rightColumn = column(rightName, heading(rightName), failures[rightName] ?? rightItems)
  const joins = svgElement('svg', { class: 'joins', 'aria-hidden': 'true', preserveAspectRatio: 'none' })
  const container = element('div.side-by-side', leftColumn, joins, rightColumn)
  redrawLines = () => drawLines(joins, [leftColumn, rightColumn], left)
  for (const item of container.querySelectorAll('li')) {
    for (const type of ['mouseenter', 'focusin'])
      item.addEventListener(type, () => highlight(container, item.dataset['unit'] ?? null))
    for (const type of ['mouseleave', 'focusout'])
      item.addEventListener(type, () => highlight(container, null))
  }
  return container
}

type ComparedHit = Comparison['questions'][number]['answers'][string]['hits'][number]

function ranksByUnit(hits: readonly ComparedHit[]) {
  return new Map(hits.map(({ unit, rank }) => [unit, rank]))
}

function columnHeading(name: string, tookMs: number | undefined) {
  const duration = tookMs === undefined ? '' : ` ${tookMs.toFixed(1)} ms`
  return element('h2', backendLabel(name), element('span.year', duration))
}

/** Returns a column. `content`: items, or why the list is empty. */
function column(
  name: string,
  heading: HTMLElement,
  content: readonly HTMLElement[] | { message: string; help: string },
) {
  const body = 'message' in content ? errorNotice(content) : element('ol', ...content)
  return element('section.column', { 'aria-label': `Results of ${backendLabel(name)}` }, heading, body)
}

function hitItem(
  { rank, unit, title, locator, sentence }: Pick<Hit, 'rank' | 'unit' | 'title' | 'locator' | 'sentence'>,
  otherRanks: ReadonlyMap<string, number>,
) {
  const otherRank = otherRanks.get(unit)
  const item = element(
    'li',
    { className: otherRank === undefined ? 'unique' : 'common', tabIndex: 0 },
    element('span.rank', { 'aria-hidden': 'true' }, String(rank)),
    element(
      'div',
      title ? element('p.paper-title', title) : null,
      element('p.sentence', sentence.text),
      element('p.locator', placeLine(locator, rankNote(rank, otherRank))),
    ),
  )
  item.dataset['unit'] = unit
  return item
}

function rankNote(rank: number, otherRank: number | undefined) {
  if (otherRank === undefined) return 'only in this list'
  return otherRank === rank ? 'same rank in both lists' : `rank ${otherRank} in the other list`
}

/** Draws a line from each shared result on the left to the same one on the right. */
function drawLines(svg: SVGElement, columns: readonly HTMLElement[], hits: readonly ComparedHit[]) {
  const { top, height } = svg.getBoundingClientRect()
  svg.setAttribute('viewBox', `0 0 ${GUTTER} ${Math.max(1, height)}`)
  const middles = columns.map(
    (one) =>
      new Map(
        [...one.querySelectorAll('li')].map((item) => {
          const box = find(item, '.rank').getBoundingClientRect()
          return [item.dataset['unit'], box.top + box.height / 2 - top]
        }),
      ),
  )
  const lines = hits.flatMap(({ unit }) => {
    const [from, to] = middles.map((places) => places.get(unit))
    if (from === undefined || to === undefined) return []
    const curve = `M 0 ${from} C ${GUTTER / 2} ${from} ${GUTTER / 2} ${to} ${GUTTER} ${to}`
    return [svgElement('path', { d: curve, 'data-unit': unit })]
  })
  svg.replaceChildren(...lines)
}

function highlight(container: HTMLElement, unit: string | null) {
  for (const part of container.querySelectorAll('[data-unit]'))
    part.classList.toggle('marked', unit !== null && part.getAttribute('data-unit') === unit)
}
