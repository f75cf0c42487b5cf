/** Writes changes to a JSON Feed (version 1.1, jsonfeed.org) for feed readers, the newest first. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { contentId, GlossError, writeNamedFile } from '../../core/index.ts'
import type { WatchEvent } from './watch-papers.ts'

const MAX_ITEMS = 100
const FeedShape = z.object({ items: z.array(z.looseObject({ id: z.string() })) })

/** Adds an item to the feed at `path`, creating it if it is missing. Throws `FILE_UNREADABLE` if it cannot be written, or is no feed. */
export async function addToFeed(path: string, event: WatchEvent, at: Date): Promise<void> {
  const title = titleOf(event)
  if (title === null) return
  const item = {
    id: contentId(`${at.toISOString()} ${JSON.stringify(event)}`),
    title,
    content_text: textOf(event),
    date_published: at.toISOString(),
    _gloss: event,
  }
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Gloss',
    items: [item, ...(await itemsOf(path))].slice(0, MAX_ITEMS),
  }
  await writeNamedFile(path, `${JSON.stringify(feed, null, 2)}\n`)
}

/** Returns the title of an event; null if the event would not interest a reader. */
function titleOf(event: WatchEvent): string | null {
  if (event.type === 'evidence-changed') return event.question
  if (event.type !== 'papers-taken') return null
  const { papers, gone, corpus } = event
  return papers.length === 0 && gone.length > 0
    ? `${gone.length} files gone from ${corpus}`
    : `${papers.length} papers added to ${corpus}`
}

function textOf(event: WatchEvent): string {
  if (event.type === 'evidence-changed')
    return [
      ...event.added.map(
        ({ title, page, text }) => `+ ${text} (${title}${page === null ? '' : `, p. ${page}`})`,
      ),
      ...event.gone.map(
        ({ title, page, text }) => `- ${text} (${title}${page === null ? '' : `, p. ${page}`})`,
      ),
    ].join('\n')
  if (event.type !== 'papers-taken') return ''
  const { papers, gone } = event
  return [...papers.map(({ title, path }) => title || path), ...gone.map((path) => `- ${path}`)].join('\n')
}

/** Returns the items of a feed; empty for a missing file. Throws `FILE_UNREADABLE` for one that is no feed, which is left unchanged. */
async function itemsOf(path: string): Promise<readonly object[]> {
  try {
    return FeedShape.parse(JSON.parse(await readFile(path, 'utf8'))).items
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    const facts = { file: path, reason: 'not_a_feed' }
    throw new GlossError('FILE_UNREADABLE', `${path} is not a JSON Feed; name another file.`, facts, {
      cause: error,
    })
  }
}
