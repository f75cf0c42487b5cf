/** Reads papers in a markup language with the reader of their format. */
import { decodeText } from '../../core/index.ts'
import type { Source } from '../ports.ts'
import { docxPaper } from './docx-paper.ts'
import { epubPaper } from './epub-paper.ts'
import { jatsPaper } from './jats-paper.ts'
import { latexPaper } from './latex-paper.ts'
import type { MarkedFailure, MarkedPaper } from './marked-text.ts'
import { teiPaper } from './tei-paper.ts'

type Reading = MarkedPaper | MarkedFailure

type ReadMarked = (bytes: Uint8Array, source: Source) => Reading | Promise<Reading>

const READERS: Readonly<Partial<Record<Source['format'], ReadMarked>>> = {
  jats: ofText(jatsPaper),
  tei: ofText(teiPaper),
  latex: latexPaper,
  docx: (bytes) => docxPaper(bytes),
  epub: epubPaper,
}

/** Returns null for any other format. Whatever a file contains, an unreadable one yields a failure with a code. */
export async function readMarkedPaper(source: Source, bytes: Uint8Array): Promise<Reading | null> {
  const read = READERS[source.format]
  if (read === undefined) return null
  if (bytes.length === 0) return { code: 'empty_file', detail: 'The file is empty; download it again.' }
  return await read(bytes, source)
}

function ofText(read: (text: string) => Reading): ReadMarked {
  return (bytes) => {
    const text = decodeText(bytes)
    return text === null ? { code: 'bad_encoding', detail: 'The file is not text.' } : read(text)
  }
}
