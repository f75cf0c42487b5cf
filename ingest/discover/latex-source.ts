/** Reads LaTeX source as one text, replacing `\input` and `\include` by files from the source's folder or its upload only. */

import { readFile, realpath } from 'node:fs/promises'
import { dirname, extname, join, sep, win32 } from 'node:path'
import { decodeText } from '../../core/index.ts'
import { replaceCommandsOfText, withoutComments } from '../formats/index.ts'

const MAX_LEVELS = 10
const MAX_CHARACTERS = 30_000_000

/** Returns whether the file is a whole document rather than a part; true if it cannot be opened, which reading it will report. */
export async function isLatexDocument(path: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return true
  const text = decodeText(bytes)
  return text !== null && /\\documentclass|\\begin\s*\{document\}|\\documentstyle/.test(withoutComments(text))
}

/** Returns the whole document in UTF-8, without parts that are missing, outside the folder or too large. */
export async function readLatexDocument(
  path: string,
  main: Uint8Array,
  uploads?: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  const folder = await realpath(dirname(path))
  const budget = { left: MAX_CHARACTERS }
  const text = decodeText(main)
  return text === null
    ? main
    : new TextEncoder().encode(await expanded(text, { folder, uploads, budget, level: 0 }))
}

interface Place {
  readonly folder: string
  /** Uploaded files, by name; undefined for a source on disk. */
  readonly uploads: ReadonlyMap<string, string> | undefined
  readonly budget: { left: number }
  readonly level: number
}

async function expanded(tex: string, place: Place): Promise<string> {
  place.budget.left -= tex.length
  if (place.level >= MAX_LEVELS || place.budget.left < 0) return ''
  return await replaceCommandsOfText(withoutComments(tex), ['input', 'include', 'subfile'], async (name) => {
    const text = await textOfPart(name.trim(), place)
    return text === null ? '' : `\n${await expanded(text, { ...place, level: place.level + 1 })}\n`
  })
}

/** Returns null for a file that is missing, not text, or outside the folder after links are followed. */
async function textOfPart(name: string, { folder, uploads }: Place): Promise<string | null> {
  const file = extname(name) === '' ? `${name}.tex` : name
  const wanted = uploads === undefined ? join(folder, file) : uploads.get(win32.basename(file))
  if (wanted === undefined) return null
  const real = await realpath(wanted).catch(() => null)
  if (real === null || !real.startsWith(folder + sep)) return null
  const bytes = await readFile(real).catch(() => null)
  return bytes === null ? null : decodeText(bytes)
}
