/** `--marks DIR`: saves what a command found, as marks in copies of the papers, and as a proof. */
import { join } from 'node:path'
import { type CheckedQuotes, type MarkedSpan, makeProof, saveMarks } from '../app/verify/index.ts'
import { writeNamedFile } from '../core/index.ts'
import type { Context } from './context.ts'
import { inOneLine } from './terminal-text.ts'

export const MARKS_HELP =
  'write highlighted copies of the PDFs, Zotero and W3C annotations, and a proof to this folder'

/** Returns a mark for each quotation that is in the text of a paper. */
export function marksOfQuotes({ given, checked }: CheckedQuotes): MarkedSpan[] {
  return checked.flatMap(({ id, paper, span, verdict, change }, at) =>
    paper === null || span === null || verdict === 'absent'
      ? []
      : [{ paper, span, note: `[${id}] ${change ?? verdict}: ${given[at]!.quote}` }],
  )
}

/** Saves marks and proof, and returns the lines that name them. */
export async function saveProof(
  folder: string,
  marks: readonly MarkedSpan[],
  checked: CheckedQuotes,
  { gloss, output, signal }: Context,
): Promise<{ readonly files: readonly string[]; readonly missing: readonly object[] }> {
  const { files, missing } = await saveMarks(gloss, { folder, marks }, signal)
  const proof = join(folder, 'proof.json')
  await writeNamedFile(proof, `${JSON.stringify(await makeProof(gloss, checked), null, 2)}\n`)
  for (const { reason } of missing) output.note(inOneLine(`Without a marked copy: ${reason}`))
  output.note(`Marks and proof are in ${folder}; confirm with: gloss verify --bundle ${proof}`)
  return { files: [...files, proof], missing }
}
