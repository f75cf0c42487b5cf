/** Creates sources whose bytes are a file. */
import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { GlossError, givenFileName } from '../../core/index.ts'
import type { Description, PaperFormat } from '../../corpus/index.ts'
import type { Source } from '../ports.ts'
import { readLatexDocument } from './latex-source.ts'

interface FilePaper {
  readonly path: string
  readonly format: PaperFormat
  readonly document?: string | null
  readonly known?: Partial<Description>
  /** Uploaded files, by name; a LaTeX source that was uploaded can include only these. */
  readonly uploads?: ReadonlyMap<string, string> | undefined
}

/** Creates the source. Its document id is the file's name unless a catalogue gives one, so that judgements can name papers of a folder. */
export function fileSource({ path, format, document, known, uploads }: FilePaper): Source {
  return {
    path,
    format,
    document: document ?? fileDocument(path),
    known: known ?? {},
    read: async () => {
      const bytes = await readFileBytes(path)
      return format === 'latex' ? await readLatexDocument(path, bytes, uploads) : bytes
    },
  }
}

/** Returns the document id of a file that has no other name. */
export function fileDocument(path: string): string {
  return parse(givenFileName(path)).name
}

/** Throws `FILE_UNREADABLE`, whose fact `reason` is the paper's failure code: `missing_file` or `unreadable_file`. */
async function readFileBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    throw new GlossError(
      'FILE_UNREADABLE',
      isMissing ? `The file ${path} does not exist.` : `${path} cannot be read (${code}).`,
      { path, reason: isMissing ? 'missing_file' : 'unreadable_file' },
      error,
    )
  }
}
