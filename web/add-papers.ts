/** The view for adding papers: by drag and drop or file picker, with the progress of each ingest job. */
import type { Job } from './api.d.ts'
import { Problem, post, remove, streamEvents } from './api-client.ts'
import { byId, element, errorNotice, inputById, plural, selectById } from './dom.ts'
import { droppedFiles } from './dropped-files.ts'
import type { EndedPaper } from './events.d.ts'
import { stateLabel } from './gate.ts'

const HEADINGS: Readonly<Record<Job['state'], string>> = {
  waiting: 'Queued',
  running: 'Reading papers',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Stopped; finished papers are kept',
}

const MAX_NAMED_FILES = 8
const AGAIN_MS = 2_000
const NO_TOPIC = 'none' as const

/** Opens the view. `onChange` is called when a job has ended. */
export function openAddPapers({ corpusName, onChange }: { corpusName: () => string; onChange: () => void }) {
  const drop = byId('drop')
  const start = async (files: readonly File[]) => {
    if (files.length > 0) await upload(files, corpusName(), onChange)
  }
  for (const input of [inputById('files'), inputById('folder')])
    input.addEventListener('change', async () => {
      const files = [...(input.files ?? [])]
      // Lets the same file be chosen again.
      input.value = ''
      await start(files)
    })
  for (const type of ['dragenter', 'dragover'])
    drop.addEventListener(type, (event) => {
      event.preventDefault()
      drop.classList.add('over')
    })
  for (const type of ['dragleave', 'drop']) drop.addEventListener(type, () => drop.classList.remove('over'))
  drop.addEventListener('drop', async (event) => {
    event.preventDefault()
    await start(await droppedFiles(event.dataTransfer))
  })
}

async function upload(files: readonly File[], corpus: string, onChange: () => void) {
  const card = element('article.job', element('h2', `Uploading ${plural(files.length, 'file')} …`))
  byId('jobs').prepend(card)
  try {
    const form = new FormData()
    for (const file of files) form.append('file', file, file.name)
    // The topic gate is off or the corpus's own; other topics are set on the command line.
    const query = selectById('topic').value === 'none' ? { corpus, topic: NO_TOPIC } : { corpus }
    const job = await post('/papers', { query }, { form })
    await showProgress(job, card)
    onChange()
  } catch (error) {
    card.replaceChildren(errorNotice(error))
  }
}

async function showProgress({ id, files }: Job, card: HTMLElement) {
  const heading = element('h2')
  const progress = element('progress', { max: files.length, value: 0, 'aria-label': 'Papers finished' })
  const papers = element('ul')
  const stop = element('button.quiet', 'Stop')
  stop.onclick = () => remove('/jobs/{id}', { path: { id } })
  card.replaceChildren(heading, progress, papers, stop)
  for await (const event of eventsToTheEnd(id, heading)) {
    if (event.number === 1) {
      papers.replaceChildren()
      progress.value = 0
    }
    if (event.type === 'paper-ended') {
      papers.append(paperItem(event.data))
      progress.value += 1
      continue
    }
    const { state, waitsFor, ended, problem, result } = event.data
    heading.textContent = waitsFor === null ? HEADINGS[state] : `${HEADINGS[state]}. ${waitsFor}`
    card.dataset['state'] = state
    if (ended === null) continue
    stop.remove()
    progress.remove()
    if (problem) card.append(errorNotice({ message: problem.detail, help: problem.help }))
    if (result) heading.textContent = `${HEADINGS[state]}: ${summary(result, files)}`
  }
}

/** Yields events until the job ends, across servers: one that stops sends no end, and the next one sends all events again. */
async function* eventsToTheEnd(id: string, heading: HTMLElement) {
  for (;;) {
    try {
      for await (const event of streamEvents('/jobs/{id}/events', { path: { id } }, NEVER)) {
        yield event
        if (event.type === 'job-changed' && event.data.ended !== null) return
      }
    } catch (error) {
      if (!(error instanceof Problem && error.retry)) throw error
      heading.textContent = `${error.message} Trying again …`
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

const NEVER = new AbortController().signal

/** Summarises a job. `files`: those that were sent. */
function summary(
  { kept, seen, units, seconds, copies, skipped, unknownKinds }: NonNullable<Job['result']>,
  files: readonly string[],
) {
  const { unknown_kind: unknown = 0, ...rest } = skipped
  const others = Object.entries(rest).map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`)
  const duplicates = copies > 0 ? [plural(copies, 'duplicate')] : []
  const counts = `${kept} of ${plural(seen, 'paper')} kept, ${plural(units, 'unit')}, ${seconds.toFixed(1)} s`
  const endings = Object.keys(unknownKinds)
  const unread = files.filter((name) => endings.includes(endingOf(name)))
  const named = unread.slice(0, MAX_NAMED_FILES).join(', ') + (unread.length > MAX_NAMED_FILES ? ', …' : '')
  const passed =
    unknown > 0 ? [`${plural(unknown, 'file')} of a kind that Gloss does not read: ${named}`] : []
  return [counts, ...duplicates, ...others, ...passed].join('; ')
}

function endingOf(name: string) {
  const at = name.lastIndexOf('.')
  return at <= 0 ? '' : name.slice(at).toLowerCase()
}

function paperItem({ title, path, state, detail, units, unchanged }: EndedPaper) {
  const fileName = path.split(/[\\/]/).at(-1) ?? ''
  // The service puts a hash before the name of an uploaded file.
  const name = title || fileName.replace(/^[0-9a-f]{16}-/, '')
  const outcome = state === 'kept' ? `kept, ${plural(units, 'unit')}` : stateLabel(state)
  return element(
    'li',
    { className: state.split(':')[0] ?? '' },
    element('span.paper-title', name),
    element('span.state', unchanged ? `${outcome}; already processed` : outcome),
    detail ? element('p.help', ...onThePage(detail)) : null,
  )
}

/** Rewrites advice for the command line as advice for the page. */
function onThePage(detail: string) {
  const [before = '', ...behind] = detail.split('Keep it anyway with `gloss gate --keep ID`.')
  if (behind.length === 0) return [detail]
  return [before, element('a', { href: '#/gate' }, 'Keep it anyway'), '.', ...behind]
}
