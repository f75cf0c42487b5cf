/** A form that corrects the front matter of a paper by hand, and takes corrections back. */
import type { Paper } from './api.d.ts'
import { patch } from './api-client.ts'
import { element, errorNotice } from './dom.ts'

type Change = import('./api.d.ts').Body<'patch', '/papers/{id}'>

/** Creates the form. `onChange` is called when the paper was corrected. */
export function editBox(paper: Paper, corpus: string, onChange: () => void) {
  const before = valuesOf(paper)
  const inputs = Object.entries(before).map(([name, value]) =>
    name === 'authors'
      ? element('textarea', { name, value, rows: 3 })
      : element('input', { name, value, type: 'text', autocomplete: 'off' }),
  )
  const problem = element('div', { role: 'status' })
  const save = element('button', { type: 'submit' }, 'Save the corrections')
  const reset = element('button', 'Undo all corrections')
  reset.hidden = Object.keys(paper.corrected).length === 0
  const send = async (change: Change) => {
    save.disabled = reset.disabled = true
    try {
      await patch('/papers/{id}', { path: { id: paper.id }, body: { ...change, corpus } })
      onChange()
    } catch (error) {
      problem.replaceChildren(errorNotice(error))
      save.disabled = reset.disabled = false
    }
  }
  for (const button of [save, reset]) button.dataset['right'] = 'admin'
  reset.onclick = () => send({ reset: true })
  const form = element(
    'form.edit-paper',
    ...inputs.map((input) => element('label', LABELS[input.name] ?? input.name, input)),
    element('p.row', save, reset),
    element('p', { 'data-lacks': 'admin' }, 'Correcting a paper needs a key with the right “admin”.'),
    problem,
  )
  form.onsubmit = (event) => {
    event.preventDefault()
    const changed = inputs.filter(({ name, value }) => value.trim() !== (before[name] ?? ''))
    if (changed.length === 0) return problem.replaceChildren('Nothing was changed.')
    return send(
      Object.fromEntries(changed.map(({ name, value }) => [name, changedValue(name, value.trim())])),
    )
  }
  return element('details.edit', element('summary', 'Correct this paper'), form)
}

const LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  authors: 'Authors, one per line: Given Family, or Family, Given',
  year: 'Year',
  doi: 'DOI',
  journal: 'Journal',
  volume: 'Volume',
  issue: 'Issue',
  pages: 'Pages',
}

function valuesOf({
  title,
  authors,
  year,
  doi,
  publication: { journal, volume, issue, pages },
}: Paper): Record<string, string> {
  return {
    title,
    authors: authors.join('\n'),
    year: String(year ?? ''),
    ...{ doi: doi ?? '', journal: journal ?? '', volume: volume ?? '', issue: issue ?? '' },
    pages: pages ?? '',
  }
}

function changedValue(name: string, value: string) {
  if (name === 'authors') return value.split('\n').filter((line) => line.trim() !== '')
  if (name === 'title') return value
  if (value === '') return null
  return name === 'year' ? Number(value) : value
}
