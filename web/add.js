/** Papers by drag and drop or file picker, and what becomes of each while the job runs. */
import { byId, element, failure, plural } from './dom.js'
import { stateName } from './gate.js'
import { call, events, withQuery } from './service.js'

const HEADINGS = {
  waiting: 'Waiting for the job before it',
  running: 'Reading',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Stopped; what was finished is kept',
}

/** `corpusOf` says where papers go; `onChange` is told when a job has ended. */
export function openAdd({ corpusOf, onChange }) {
  const drop = byId('drop')
  const input = byId('files')
  const start = async (files) => {
    if (files.length > 0) await upload(files, corpusOf(), onChange)
  }
  input.addEventListener('change', async () => {
    const files = [...input.files]
    // So that the same file can be chosen again.
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
    await start([...event.dataTransfer.files])
  })
}

async function upload(files, corpus, onChange) {
  const card = element(
    'article',
    { className: 'job' },
    element('h2', {}, `Sending ${plural(files.length, 'file')} …`),
  )
  byId('jobs').prepend(card)
  try {
    const form = new FormData()
    for (const file of files) form.append('file', file, file.name)
    const response = await call(withQuery('papers', { corpus, topic: byId('topic').value }), {
      method: 'POST',
      body: form,
    })
    await follow(await response.json(), card)
    onChange()
  } catch (error) {
    card.replaceChildren(failure(error))
  }
}

async function follow(job, card) {
  const heading = element('h2', {})
  const progress = element('progress', { max: job.files.length, value: 0, 'aria-label': 'Papers read' })
  const papers = element('ul', {})
  const stop = element('button', { type: 'button', className: 'quiet' }, 'Stop')
  stop.onclick = () => call(`jobs/${job.id}`, { method: 'DELETE' })
  card.replaceChildren(heading, progress, papers, stop)
  for await (const { type, data } of events(`jobs/${job.id}/events`, new AbortController().signal)) {
    if (type === 'paper-ended') {
      papers.append(endedPaper(data))
      progress.value += 1
      continue
    }
    heading.textContent = HEADINGS[data.state]
    card.dataset.state = data.state
    if (data.ended === null) continue
    stop.remove()
    progress.remove()
    if (data.problem) card.append(failure({ message: data.problem.detail, help: data.problem.help }))
    if (data.result) heading.textContent = summary(heading.textContent, data.result)
  }
}

function summary(heading, { kept, seen, units, seconds, copies, skipped }) {
  const others = Object.entries(skipped).map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`)
  const twice = copies > 0 ? [`${copies} sent twice`] : []
  const counted = `${kept} of ${plural(seen, 'paper')} kept, ${plural(units, 'unit')}, ${seconds.toFixed(1)} s`
  return [`${heading}: ${counted}`, ...twice, ...others].join('; ')
}

function endedPaper({ title, path, state, detail, units, unchanged }) {
  const name =
    title ||
    path
      .split(/[\\/]/)
      .at(-1)
      .replace(/^[0-9a-f]{16}-/, '')
  const became = state === 'kept' ? `kept, ${plural(units, 'unit')}` : stateName(state)
  return element(
    'li',
    { className: state.split(':')[0] },
    element('span', { className: 'paper-title' }, name),
    element('span', { className: 'state' }, unchanged ? `${became}; known already` : became),
    detail ? element('p', { className: 'help' }, detail) : null,
  )
}
