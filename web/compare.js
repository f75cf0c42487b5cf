/** One question, two ways to find: the hits side by side, those of both joined by lines. */
import { backendLabel, offerBackends } from './backends.js'
import { byId, element, failure, plural, svgElement } from './dom.js'
import { post } from './service.js'

const GUTTER = 100

let asking = new AbortController()
let lines = null

/** `onAsk` is told the parameters of a comparison that the reader asks for. */
export function openCompare({ onAsk }) {
  const submit = () => byId('compare-q').value.trim() !== '' && onAsk(parametersOf())
  byId('compare-question').addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  for (const id of ['compare-one', 'compare-other', 'compare-k']) byId(id).addEventListener('change', submit)
  addEventListener('resize', () => lines?.())
}

function parametersOf() {
  const [one, other] = [byId('compare-one').value, byId('compare-other').value]
  return { q: byId('compare-q').value.trim(), one, other, k: byId('compare-k').value }
}

export async function showCompare(parameters, { corpus, isThere }) {
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  lines = null
  const q = parameters.get('q') ?? ''
  await offerBackends(byId('compare-one'), parameters.get('one'), 'hybrid')
  await offerBackends(byId('compare-other'), parameters.get('other'), 'walk')
  byId('compare-q').value = q
  if (parameters.get('k')) byId('compare-k').value = parameters.get('k')
  byId('compare-took').textContent = ''
  if (q === '' || !isThere) return byId('compare-answer').replaceChildren()
  const { one, other, k } = parametersOf()
  try {
    const backends = [...new Set([one, other])]
    const { questions, failures } = await post(
      'compare',
      { queries: [q], backends, k: Number(k), corpus },
      { signal },
    )
    if (signal.aborted) return
    byId('compare-answer').replaceChildren(sideBySide(questions[0], failures, [one, other]))
    lines?.()
  } catch (error) {
    if (!signal.aborted) byId('compare-answer').replaceChildren(failure(error))
  }
}

function sideBySide({ answers, overlaps }, failures, names) {
  const [one, other] = names.map((name) => answers[name]?.hits ?? [])
  const ranks = [one, other].map((hits) => new Map(hits.map(({ unit, rank }) => [unit, rank])))
  const common = one.filter(({ unit }) => ranks[1].has(unit)).length
  const agreement = overlaps[0] ? `; agreement by rank ${overlaps[0].rankBiased.toFixed(2)}` : ''
  const haveBoth = names.every((name) => answers[name])
  byId('compare-took').textContent = haveBoth ? `${plural(common, 'hit')} in common${agreement}` : ''
  const columns = [one, other].map((hits, side) =>
    column({
      hits,
      name: names[side],
      theirs: ranks[1 - side],
      answer: answers[names[side]],
      problem: failures[names[side]],
    }),
  )
  const joins = svgElement('svg', { class: 'joins', 'aria-hidden': 'true', preserveAspectRatio: 'none' })
  const plate = element('div', { className: 'side-by-side' }, columns[0], joins, columns[1])
  lines = () => join(joins, columns, one)
  for (const item of plate.querySelectorAll('li')) {
    for (const type of ['mouseenter', 'focusin'])
      item.addEventListener(type, () => mark(plate, item.dataset.unit))
    for (const type of ['mouseleave', 'focusout']) item.addEventListener(type, () => mark(plate, null))
  }
  return plate
}

function column({ hits, name, theirs, answer, problem }) {
  const heading = element(
    'h2',
    {},
    backendLabel(name),
    answer ? element('span', { className: 'year' }, ` ${answer.tookMs.toFixed(1)} ms`) : null,
  )
  const body = problem ? failure(problem) : element('ol', {}, ...hits.map((hit) => hitItem(hit, theirs)))
  return element('section', { className: 'column', 'aria-label': `By ${backendLabel(name)}` }, heading, body)
}

function hitItem({ rank, unit, title, locator, sentence }, theirs) {
  const there = theirs.get(unit)
  const moved =
    there === undefined
      ? 'only here'
      : there === rank
        ? 'in both, same rank'
        : `in both, ${ordinal(there)} there`
  const item = element(
    'li',
    { className: there === undefined ? 'alone' : 'common', tabIndex: 0 },
    element('span', { className: 'rank', 'aria-hidden': 'true' }, String(rank)),
    element(
      'div',
      {},
      title ? element('p', { className: 'paper-title' }, title) : null,
      element('p', { className: 'sentence' }, sentence.text),
      element(
        'p',
        { className: 'locator' },
        [locator, moved].filter((part) => part && part !== 'N/A').join(' · '),
      ),
    ),
  )
  item.dataset.unit = unit
  return item
}

function ordinal(number) {
  const last = number % 10
  const isTeen = Math.floor((number % 100) / 10) === 1
  return `${number}${isTeen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[last] ?? 'th')}`
}

/** A line from each common hit on the left to its like on the right. */
function join(svg, columns, hits) {
  const { top, height } = svg.getBoundingClientRect()
  svg.setAttribute('viewBox', `0 0 ${GUTTER} ${Math.max(1, height)}`)
  const middles = columns.map(
    (one) =>
      new Map(
        [...one.querySelectorAll('li')].map((item) => {
          const box = item.querySelector('.rank').getBoundingClientRect()
          return [item.dataset.unit, box.top + box.height / 2 - top]
        }),
      ),
  )
  const drawn = hits.flatMap(({ unit }) => {
    const [from, to] = middles.map((places) => places.get(unit))
    if (from === undefined || to === undefined) return []
    const curve = `M 0 ${from} C ${GUTTER / 2} ${from} ${GUTTER / 2} ${to} ${GUTTER} ${to}`
    return [svgElement('path', { d: curve, 'data-unit': unit })]
  })
  svg.replaceChildren(...drawn)
}

function mark(plate, unit) {
  for (const part of plate.querySelectorAll('[data-unit]'))
    part.classList.toggle('marked', unit !== null && part.dataset.unit === unit)
}
