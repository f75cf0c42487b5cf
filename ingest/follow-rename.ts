/** A file that was renamed is the same paper: it goes by the new name, and loses the path at which nothing is any more. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CorpusWriter, Paper } from '../corpus/index.ts'
import { fileDocument } from './discover/file-source.ts'

/** Where the file that gave the paper its name is gone, names the paper after the one at which it was found now. */
export async function followRename(
  { id, paths, document: known }: Paper,
  { path, document }: { readonly path: string; readonly document: string | null },
  writer: Pick<CorpusWriter, 'setDocument' | 'removePath'>,
): Promise<void> {
  const before = paths.filter((one) => one !== path && fileDocument(one) === known)
  if (document === null || document === known || before.length === 0 || !before.every(isGone)) return
  await writer.setDocument(id, document)
  for (const one of before) await writer.removePath(one)
}

/** The files of a folder that is away, such as on a drive that is not mounted, are not gone. */
function isGone(path: string): boolean {
  return !existsSync(path) && existsSync(dirname(path))
}
