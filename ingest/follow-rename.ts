/** Recognises a renamed file as the same paper, which takes the new name and loses the path that no longer exists. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CorpusWriter, Paper } from '../corpus/index.ts'
import { fileDocument } from './discover/file-source.ts'

/** Names the paper after the file where it was found, if the file that gave it its old name is gone. */
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

/** Returns whether a file is gone, not merely its whole folder, such as on a drive that is not mounted. */
function isGone(path: string): boolean {
  return !existsSync(path) && existsSync(dirname(path))
}
