/** Reads and applies corrections of a corpus's names from a file that a person wrote. */
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { GlossError, readText } from '../../core/index.ts'
import {
  CORRECTIONS_SETTING,
  correctionsOf,
  createNameCorrections,
  type NameCorrections,
} from '../../graph/index.ts'
import { updateFactIndex } from '../ingest/update-derived-data.ts'
import type { Gloss } from '../wiring/gloss.ts'

// YAML reads 2020 and true as other types than text; as names they are text.
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const schema = z.strictObject({
  ignore: z.array(text).nullish(),
  alias: z.record(z.string(), text).nullish(),
})
const FORM = 'ignore: [names] and alias: {form: name}'

/** Replaces the previous corrections; an invalid file changes nothing. The graph is up to date when this returns. */
export async function correctNames(
  gloss: Gloss,
  { file, corpus }: { readonly file: string; readonly corpus?: string | undefined },
) {
  const mends = await readCorrections(file)
  const session = await gloss.session(corpus)
  {
    await using writer = await session.store.write(`graph correct ${file}`)
    await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(mends))
    await updateFactIndex(session, writer)
  }
  await session.save()
  const unknown: string[] = []
  for (const form of [...mends.ignore, ...Object.keys(mends.alias)])
    if ((await session.store.mentionsOf(form, 1)).length === 0) unknown.push(form)
  const names = await (await session.names()).whenCurrent(({ graph }) => graph.nameCount())
  return { corpus: session.name, mends, unknown, names }
}

/** Returns the corrections in force, and the text of a file that states them. */
export async function currentCorrections(gloss: Gloss): Promise<{ mends: NameCorrections; yaml: string }> {
  const { store } = await gloss.session()
  const mends = await correctionsOf(store)
  return { mends, yaml: stringify(mends) }
}

/** Reads corrections from YAML or JSON. Throws `PATH_NOT_FOUND`, `FILE_UNREADABLE`, and `INPUT_INVALID` with the problem. */
export async function readCorrections(file: string): Promise<NameCorrections> {
  const content = await readText(file, `Corrections are read from a YAML or JSON file with ${FORM}`)
  const result = schema.safeParse(dataOf(content, file) ?? {})
  if (!result.success) {
    const [issue] = result.error.issues
    const where = issue?.path.join('.') ?? ''
    throw new GlossError(
      'INPUT_INVALID',
      `The corrections in ${file} must have the form ${FORM}${where === '' ? '' : `; see ${where}`}: ${issue?.message ?? ''}.`,
      { path: file },
    )
  }
  return createNameCorrections(result.data.ignore ?? [], result.data.alias ?? {})
}

function dataOf(content: string, file: string): unknown {
  try {
    return parse(content)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new GlossError(
      'INPUT_INVALID',
      `The corrections in ${file} are not valid YAML or JSON: ${why}`,
      { path: file },
      error,
    )
  }
}
