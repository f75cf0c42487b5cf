/** The papers that the soak uploads, and whether all that the service accepted is there. */
import { setTimeout as pause } from 'node:timers/promises'
import { randomIndex } from '../../core/index.ts'
import type { Client } from './client.ts'
import { createPapers } from './papers.ts'

const POLL_MS = 500
const ACCEPTED = 202
const FOUND = 200

interface SoakCorpus {
  readonly name: string
  /** Marks of papers whose jobs ended as done. */
  readonly marks: string[]
  uploads: number
  /** Jobs that have not ended. */
  pending: number
}

interface Totals {
  accepted: number
  found: number
  failed: number
  deleted: number
}

// Uploads to a corpus before it is looked through and deleted, and corpora that are filled at a time: what is kept does not grow.
const UPLOADS_OF_CORPUS = 12
const CORPORA = 40

export function createCorpora(client: Client, random: () => number) {
  const paper = createPapers(random)
  const corpora: SoakCorpus[] = []
  let count = 0
  const totals: Totals = { accepted: 0, found: 0, failed: 0, deleted: 0 }

  function open(): SoakCorpus {
    const corpus = { name: `soak-${count++}`, marks: [], uploads: 0, pending: 0 }
    corpora.push(corpus)
    return corpus
  }

  /** Until the job has ended; a job that the service forgot counts as lost. */
  async function follow(job: string, corpus: SoakCorpus, mark: string): Promise<void> {
    for (;;) {
      const { status, json } = await client.ask('job', `/jobs/${job}`)
      if (status === FOUND && json['ended'] !== null) {
        if (json['state'] === 'done') corpus.marks.push(mark)
        else
          client.problem(`job ${job} ended as ${String(json['state'])}: ${JSON.stringify(json['problem'])}`)
        corpus.pending--
        return
      }
      if (status !== FOUND) {
        client.problem(`job ${job} is not known any more`)
        corpus.pending--
        return
      }
      await pause(POLL_MS)
    }
  }

  return {
    totals,
    any: () => corpora[randomIndex(random, corpora.length)]?.name ?? 'soak-0',
    async upload(): Promise<void> {
      const filling = corpora.filter(({ uploads }) => uploads < UPLOADS_OF_CORPUS)
      const corpus =
        filling.length < CORPORA ? open() : (filling[randomIndex(random, filling.length)] ?? open())
      const mark = `mark${Math.floor(random() * 2 ** 40).toString(36)}x${totals.accepted}`
      const { name, bytes } = paper(mark)
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)]), name)
      corpus.uploads++
      corpus.pending++
      const asked = { method: 'POST', body: form }
      const { status, json } = await client.ask('upload', `/papers?corpus=${corpus.name}&topic=none`, asked)
      if (status === ACCEPTED) {
        totals.accepted++
        void follow(String(json['id']), corpus, mark)
      } else corpus.pending--
    },
    /** Looks through those that are full, and deletes them. */
    async turnOver(): Promise<void> {
      for (const corpus of corpora.filter(
        ({ uploads, pending }) => uploads >= UPLOADS_OF_CORPUS && pending === 0,
      )) {
        await lookThrough(client, corpus, totals)
        corpora.splice(corpora.indexOf(corpus), 1)
        const { status } = await client.ask('delete', `/corpora/${corpus.name}`, { method: 'DELETE' })
        if (status < 300) totals.deleted++
      }
    },
    /** When nothing is uploaded any more: waits for the jobs and looks through all corpora. */
    async settle(): Promise<void> {
      while (corpora.some(({ pending }) => pending > 0)) await pause(POLL_MS)
      for (const corpus of corpora) if (corpus.marks.length > 0) await lookThrough(client, corpus, totals)
    },
  }
}

/** Is all there that was accepted? */
async function lookThrough(client: Client, corpus: SoakCorpus, totals: Totals): Promise<void> {
  const { json } = await client.ask('papers', `/papers?corpus=${corpus.name}&limit=100`)
  const papers = (json['papers'] as { readonly state: string }[] | undefined) ?? []
  const listed = papers.map((one) => ({ state: one.state, all: JSON.stringify(one) }))
  for (const mark of corpus.marks) {
    const found = listed.find(({ all }) => all.includes(mark))
    if (found === undefined) client.problem(`lost: ${mark} of ${corpus.name}`)
    else if (found.state === 'kept') totals.found++
    // A child was killed while it read this one; it says so.
    else if (found.state === 'failed:crashed') totals.failed++
    else client.problem(`${mark} of ${corpus.name} ended as ${found.state}`)
  }
}
