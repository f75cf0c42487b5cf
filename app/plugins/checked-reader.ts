/** Adds plug-in readers in front of the built-in ones. */
import { extname } from 'node:path'
import { GlossError } from '../../core/index.ts'
import { PAGE_BREAK, type Page, paperText } from '../../corpus/index.ts'
import type { PaperReader, Source } from '../../ingest/index.ts'
import type { ReaderPlugIn } from '../../plugins/index.ts'
import { ANSWERS, askPlugin } from './run-plugin.ts'

/** Returns a reader that passes files to the plug-in that reads them, and all others to `inner`. */
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

/** Reads a paper. What the plug-in does not say, the text reader derives from its text, as for a text file. */
async function readBy(
  plugIn: ReaderPlugIn,
  inner: PaperReader,
  { source, bytes, signal }: Reading,
): ReturnType<PaperReader['read']> {
  try {
    const call = { who: `the reader ${plugIn.name}`, timeoutMs: plugIn.timeoutMs, signal }
    const { pages: texts, ...said } = await askPlugin(call, ANSWERS.reader, (stop) =>
      plugIn.read({ path: source.path, bytes }, stop),
    )
    const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
    const text = texts.join(PAGE_BREAK)
    const asText = { ...source, format: 'text' as const, known: { ...known, ...source.known } }
    const outcome = await inner.read(asText, Buffer.from(text), signal)
    if (!outcome.ok) return outcome
    // If the text reader removed nothing, its offsets are also right for the plug-in's pages.
    return paperText(outcome.pages) === text ? { ...outcome, pages: texts.map(pageOf) } : outcome
  } catch (error) {
    if (signal.aborted || !(error instanceof GlossError)) throw error
    return { ok: false, code: 'plugin_failed', detail: error.message }
  }
}

function pageOf(text: string, at: number): Page {
  return { number: at + 1, width: 0, height: 0, text, boxes: new Float32Array() }
}
