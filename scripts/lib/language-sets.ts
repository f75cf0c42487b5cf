/**
 * Short papers in German, French, Spanish and Chinese with questions, written for this project (tests/fixtures/languages): the questions say
 * it in other words, inflected, and with the halves of compounds. Each is answered by the paper above it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const LANGUAGE_SETS = ['deu', 'fra', 'spa', 'cmn'] as const
export type LanguageSet = (typeof LANGUAGE_SETS)[number]

export interface AskedPaper {
  readonly name: string
  readonly title: string
  /** Markdown. */
  readonly text: string
  readonly questions: readonly string[]
}

export function readLanguageSet(language: LanguageSet): AskedPaper[] {
  const path = join(import.meta.dirname, '..', '..', 'tests', 'fixtures', 'languages', `${language}.txt`)
  return readFileSync(path, 'utf8')
    .split(/^=== /mu)
    .slice(1)
    .map((block) => {
      const lines = block.trimEnd().split('\n')
      const isQuestion = (line: string) => line.startsWith('??? ')
      const text = lines.slice(1).filter((line) => !isQuestion(line))
      const questions = lines.filter(isQuestion).map((line) => line.slice('??? '.length))
      const title = (text[0] ?? '').replace(/^# /, '')
      return { name: `${language}-${lines[0] ?? ''}`, title, text: `${text.join('\n')}\n`, questions }
    })
}

/** One file for each paper, by its name. */
export function writePapers(folder: string, papers: readonly AskedPaper[]): void {
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of papers) writeFileSync(join(folder, `${name}.md`), text)
}
