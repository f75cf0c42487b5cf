/** Shows a paper as an entry for a reference manager, to copy or to save. */
import type { Paper } from './api.d.ts'
import { getBlob } from './api-client.ts'
import { element, errorNotice } from './dom.ts'
import { saveText } from './file-link.ts'

type Format = 'bibtex' | 'ris' | 'csl-json'
const FORMATS: Readonly<Record<Format, { label: string; ending: string }>> = {
  bibtex: { label: 'BibTeX', ending: 'bib' },
  ris: { label: 'RIS', ending: 'ris' },
  'csl-json': { label: 'CSL-JSON', ending: 'json' },
}
const MAX_NAME_CHARACTERS = 60

export function citeBox(paper: Paper, corpus: string) {
  const entry = element('pre.entry', { tabIndex: 0, 'aria-label': 'Entry' })
  const copied = element('span', { role: 'status' })
  let shown: Format = 'bibtex'
  const show = async (format: Format) => {
    shown = format
    copied.textContent = ''
    for (const [name, button] of buttons) button.setAttribute('aria-pressed', String(name === format))
    try {
      const parts = { path: { id: paper.id }, query: { corpus, format } }
      entry.textContent = await (await getBlob('/papers/{id}/citation', parts)).text()
    } catch (error) {
      entry.replaceChildren(errorNotice(error))
    }
  }
  const buttons = (Object.keys(FORMATS) as Format[]).map((format) => {
    const button = element('button', { 'aria-pressed': 'false' }, FORMATS[format].label)
    button.onclick = () => show(format)
    return [format, button] as const
  })
  const copy = element('button', 'Copy')
  copy.onclick = async () => {
    copied.textContent = await copyText(entry).then(
      () => 'Copied.',
      () => 'The browser does not allow copying. The entry is selected: copy it with the keyboard.',
    )
  }
  const save = element('button', 'Save as a file')
  save.onclick = () => saveText(entry.textContent, `${fileTitle(paper)}.${FORMATS[shown].ending}`)
  const box = element(
    'details.cite',
    element('summary', 'Cite this paper'),
    element('p.row', ...buttons.map(([, button]) => button)),
    entry,
    element('p.row', copy, save, copied),
  )
  box.ontoggle = () => box.open && entry.textContent === '' && show(shown)
  return box
}

/** Copies the text, or selects it if the clipboard is unavailable, as it is to pages without TLS. */
async function copyText(entry: HTMLElement) {
  getSelection()?.selectAllChildren(entry)
  await navigator.clipboard.writeText(entry.textContent ?? '')
}

function fileTitle({ title, id }: Paper) {
  const words = title
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
  return words.slice(0, MAX_NAME_CHARACTERS).replace(/-$/, '') || id.slice(0, 12)
}
