/** The check view: each cited sentence of a draft with the verdict of the cited papers; a click opens the page with the passage marked. */
import type { Answer, Body, Corpus } from './api.d.ts'
import { post } from './api-client.ts'
import { actionButton, byId, element, errorNotice, inputById, noPapers, onSubmit, plural } from './dom.ts'
import { showPlace } from './source-links.ts'

type CheckedDraft = Answer<'post', '/check'>
type CheckedSentence = CheckedDraft['sentences'][number]

const GOOD = 'supported'

export function openCheck({ corpusName }: { corpusName: () => string }) {
  onSubmit('check-draft', async () => {
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

/** Shows the view. A report stays until the next draft is checked. */
export function showCheck({ isEmpty }: Corpus) {
  if (isEmpty) byId('check-answer').replaceChildren(noPapers())
}

async function bodyOf(file: File): Promise<Pick<Body<'post', '/check'>, 'draft' | 'format'>> {
  const ending = file.name.toLowerCase().split('.').at(-1)
  if (ending !== 'docx') return { draft: await file.text(), format: ending === 'tex' ? 'latex' : 'markdown' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { draft: btoa(binary), format: 'docx' }
}

function summaryOf({ sentences }: CheckedDraft) {
  const verdicts = [...Map.groupBy(sentences, ({ verdict }) => verdict)]
  const figures = verdicts.map(([verdict, { length }]) => `${length} ${verdict}`)
  return [plural(sentences.length, 'cited sentence'), ...figures].join(' · ')
}

function reportOf({ sentences, missingEntries, missingPapers, faults, corpus }: CheckedDraft) {
  return [
    ...sentences.map((sentence) => sentenceNode(sentence, corpus)),
    ...listOf('Citation keys without an entry', missingEntries),
    ...listOf(
      'Entries without a paper in the corpus',
      missingPapers.map(({ key, reference }) => `${key}: ${reference}`),
    ),
    ...listOf(
      'Errors in the references',
      faults.map(({ line, reason }) => `line ${line}: ${reason}`),
    ),
  ]
}

function sentenceNode({ text, verdict, changes, support }: CheckedSentence, corpus: string) {
  return element(
    'article.checked-sentence',
    element('strong', verdict === GOOD ? {} : { className: 'doubtful' }, verdict),
    element('p', text),
    ...changes.map(({ draft, paper }) => element('p', `The draft has “${draft}”; the paper has “${paper}”.`)),
    ...support.map((passage) => passageNode(passage, corpus)),
  )
}

function passageNode(
  { key, paper, title, page, span, text }: CheckedSentence['support'][number],
  corpus: string,
) {
  const place = [key, title, page === null ? '' : `p. ${page}`].filter((part) => part !== '').join(', ')
  const open = () => showPlace({ paper, title, page, span: [span[0] ?? 0, span[1] ?? 0], text }, corpus)
  return element('blockquote', element('p', text), actionButton('button', open, place))
}

function listOf(heading: string, lines: readonly string[]) {
  if (lines.length === 0) return []
  return [element('h2', heading), element('ul', ...lines.map((line) => element('li', line)))]
}
