/** Readers from outside in front of our own. */
import { extname } from 'node:path'
import { GlossError } from '../../core/index.ts'
import { PAGE_BREAK, type Page, paperText } from '../../corpus/index.ts'
import type { PaperReader, Source } from '../../ingest/index.ts'
import type { PlugInPaper, ReaderPlugIn } from '../../plugins/index.ts'
import { runPlugin } from './run-plugin.ts'

/** Files that a plug-in reads go to it, all others to `inner`. */
export function withReaders<Inner extends PaperReader>(
  inner: Inner,
  plugIns: readonly ReaderPlugIn[],
): Inner {
  if (plugIns.length === 0) return inner
  const readerOf = ({ path }: Source) =>
    plugIns.find(({ endings }) => endings.includes(extname(path).toLowerCase()))
  return {
    ...inner,
    read(source, bytes, signal) {
      const plugIn = readerOf(source)
      return plugIn === undefined
        ? inner.read(source, bytes, signal)
        : readBy(plugIn, inner, { source, bytes, signal })
    },
  }
}

interface Reading {
  readonly source: Source
  readonly bytes: Uint8Array
  readonly signal: AbortSignal
}

/** What the plug-in does not say of the paper, the text reader finds in its text, as it does for a text file. */
async function readBy(
  plugIn: ReaderPlugIn,
  inner: PaperReader,
  { source, bytes, signal }: Reading,
): ReturnType<PaperReader['read']> {
  try {
    const call = { who: `the reader ${plugIn.name}`, timeoutMs: plugIn.timeoutMs, signal }
    const given: unknown = await runPlugin(call, (stop) => plugIn.read({ path: source.path, bytes }, stop))
    const { pages: texts, ...known } = checkedPaper(given, call.who)
    const text = texts.join(PAGE_BREAK)
    const asText = { ...source, format: 'text' as const, known: { ...known, ...source.known } }
    const outcome = await inner.read(asText, Buffer.from(text), signal)
    if (!outcome.ok) return outcome
    // Where the text reader cleaned nothing away, its offsets are right for the plug-in's pages, too.
    return paperText(outcome.pages) === text ? { ...outcome, pages: texts.map(pageOf) } : outcome
  } catch (error) {
    if (signal.aborted || !(error instanceof GlossError)) throw error
    return { ok: false, code: 'plugin_failed', detail: error.message }
  }
}

function checkedPaper(given: unknown, who: string): PlugInPaper {
  const fault = (what: string) =>
    new GlossError('PLUGIN_FAILED', `${who} gave a paper ${what}.`, { plugin: who })
  const { pages, title, abstract, doi, authors, year } = (given ?? {}) as Partial<
    Record<keyof PlugInPaper, unknown>
  >
  if (!isTexts(pages)) throw fault('without a list of page texts')
  if (authors !== undefined && !isTexts(authors)) throw fault('with authors that are no list of texts')
  if (year !== undefined && !Number.isInteger(year)) throw fault('with a year that is no whole number')
  for (const [name, value] of Object.entries({ title, abstract, doi }))
    if (value !== undefined && typeof value !== 'string')
      throw fault(`with the ${name} ${JSON.stringify(value)}`)
  const said = { title, abstract, doi, authors, year }
  const known = Object.entries(said).filter(([, value]) => value !== undefined)
  return { pages: pages.filter((text) => text.trim() !== ''), ...Object.fromEntries(known) }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function pageOf(text: string, at: number): Page {
  return { number: at + 1, width: 0, height: 0, text, boxes: new Float32Array() }
}
