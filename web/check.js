/** The check view: each cited sentence of a draft with what the cited papers say; a click opens the page with the passage marked. */
/** @import { Answer, Body, Corpus } from './api.js' */
import { post } from './api-client.js'
import { byId, element, errorNotice, formById, inputById, noPapers, plural } from './dom.js'
import { showPlace } from './source-links.js'

/** @typedef {Answer<'post', '/check'>} CheckedDraft */
/** @typedef {CheckedDraft['sentences'][number]} CheckedSentence */

const GOOD = 'supported'

/** @param {{ corpusName: () => string }} options */
export function openCheck({ corpusName }) {
  formById('check-draft').addEventListener('submit', async (event) => {
    event.preventDefault()
    const [draft] = inputById('check-file').files ?? []
    const [bib] = inputById('check-bib').files ?? []
    if (draft === undefined) return
    const corpus = corpusName()
    byId('check-answer').replaceChildren()
    byId('check-summary').textContent = 'Reading …'
    try {
      const references = bib === undefined ? {} : { bib: await bib.text() }
      const checked = await post('/check', { body: { ...(await bodyOf(draft)), ...references, corpus } })
      byId('check-summary').textContent = summaryOf(checked)
      byId('check-answer').replaceChildren(...reportOf(checked))
    } catch (error) {
      byId('check-summary').textContent = ''
      byId('check-answer').replaceChildren(errorNotice(error))
    }
  })
}

/**
 * A report stays until the next draft is checked.
 * @param {Corpus} corpus
 */
export function showCheck({ isEmpty }) {
  if (isEmpty) byId('check-answer').replaceChildren(noPapers())
}

/**
 * @param {File} file
 * @returns {Promise<Pick<Body<'post', '/check'>, 'draft' | 'format'>>}
 */
async function bodyOf(file) {
  const ending = file.name.toLowerCase().split('.').at(-1)
  if (ending !== 'docx') return { draft: await file.text(), format: ending === 'tex' ? 'latex' : 'markdown' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { draft: btoa(binary), format: 'docx' }
}

/** @param {CheckedDraft} checked */
function summaryOf({ sentences }) {
  const verdicts = [...Map.groupBy(sentences, ({ verdict }) => verdict)]
  const figures = verdicts.map(([verdict, { length }]) => `${length} ${verdict}`)
  return [plural(sentences.length, 'cited sentence'), ...figures].join(' · ')
}

/** @param {CheckedDraft} checked */
function reportOf({ sentences, missingEntries, missingPapers, faults, corpus }) {
  return [
    ...sentences.map((sentence) => sentenceNode(sentence, corpus)),
    ...listOf('Keys without an entry', missingEntries),
    ...listOf(
      'Entries without a paper in the corpus',
      missingPapers.map(({ key, reference }) => `${key}: ${reference}`),
    ),
    ...listOf(
      'Faults of the references',
      faults.map(({ line, reason }) => `line ${line}: ${reason}`),
    ),
  ]
}

/**
 * @param {CheckedSentence} sentence
 * @param {string} corpus
 */
function sentenceNode({ text, verdict, changes, support }, corpus) {
  return element(
    'article',
    { className: 'checked-sentence' },
    element('strong', verdict === GOOD ? {} : { className: 'doubtful' }, verdict),
    element('p', {}, text),
    ...changes.map(({ draft, paper }) => element('p', {}, `The draft has “${draft}”, the paper “${paper}”.`)),
    ...support.map((passage) => passageNode(passage, corpus)),
  )
}

/**
 * @param {CheckedSentence['support'][number]} passage
 * @param {string} corpus
 */
function passageNode({ key, paper, title, page, span, text }, corpus) {
  const place = [key, title, page === null ? '' : `p. ${page}`].filter((part) => part !== '').join(', ')
  const button = element('button', { type: 'button' }, place)
  button.onclick = async () => {
    try {
      await showPlace({ paper, title, page, span: [span[0] ?? 0, span[1] ?? 0], text }, corpus)
    } catch (error) {
      button.after(errorNotice(error))
    }
  }
  return element('blockquote', {}, element('p', {}, text), button)
}

/**
 * @param {string} heading
 * @param {readonly string[]} lines
 */
function listOf(heading, lines) {
  if (lines.length === 0) return []
  return [element('h2', {}, heading), element('ul', {}, ...lines.map((line) => element('li', {}, line)))]
}
