/** Remembers papers that a person removed: ingests skip their files until they are taken back. */
import type { CorpusReader, CorpusWriter } from '../../corpus/index.ts'
import { SETTING } from '../wiring/corpus-settings.ts'

/** Makes later ingests skip contents with these ids. */
export async function rememberRemoved(writer: CorpusWriter, ids: readonly string[]): Promise<void> {
  await store(writer, [...(await readRemoved(writer)), ...ids])
}

/** Opens the list of removed papers. `takesBack`: files of removed papers are read again. */
export async function openRemovedPapers(
  reader: CorpusReader,
  { takesBack, onPassed }: { readonly takesBack: boolean; readonly onPassed: (path: string) => void },
) {
  const removed = await readRemoved(reader)
  const back = new Set<string>()
  return {
    /** Returns whether to skip a file, and calls `onPassed` if so. */
    passesOver(id: string, path: string): boolean {
      if (!removed.has(id)) return false
      if (takesBack) back.add(id)
      else onPassed(path)
      return !takesBack
    },
    /** Forgets the papers that were taken back. */
    async save(writer: CorpusWriter) {
      if (back.size > 0)
        await store(
          writer,
          [...removed].filter((id) => !back.has(id)),
        )
    },
  }
}

async function readRemoved(reader: CorpusReader): Promise<Set<string>> {
  return new Set(JSON.parse((await reader.setting(SETTING.removed)) ?? '[]') as string[])
}

async function store(writer: CorpusWriter, ids: readonly string[]): Promise<void> {
  await writer.setSetting(SETTING.removed, JSON.stringify([...new Set(ids)]))
}
