/** Writes comparisons and evaluations to a folder: report.md, report.json and pictures, or compare.json. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { svgReport } from '../../comparison/adapters/svg-report.ts'
import { markdownReport } from '../../comparison/index.ts'
import { writeFailure, writeNamedFile } from '../../core/index.ts'
import type { CompareResult } from './compare-backends.ts'
import type { EvaluationResult } from './evaluate-retrieval.ts'

/** Writes a report, creating the folder if it is missing and replacing files of the same names. Returns their paths. */
export async function writeReport(folder: string, result: EvaluationResult): Promise<string[]> {
  const contents = {
    'report.md': markdownReport(result, 'report.svg'),
    'report.json': `${JSON.stringify(result, null, 2)}\n`,
    'report.svg': `${await svgReport(result)}\n`,
  }
  return writeFiles(folder, contents)
}

/** Writes hits side by side as compare.json; returns its path. */
export async function writeComparison(folder: string, result: CompareResult): Promise<string> {
  const [path] = await writeFiles(folder, { 'compare.json': `${JSON.stringify(result, null, 2)}\n` })
  return path as string
}

/** Writes `contents` by file name. Throws `FILE_UNREADABLE` or `PATH_NOT_FOUND` if a file cannot be written. */
export async function writeFiles(
  folder: string,
  contents: Readonly<Record<string, string>>,
): Promise<string[]> {
  const paths: string[] = []
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name)
    try {
      await mkdir(folder, { recursive: true })
    } catch (error) {
      throw writeFailure(path, error)
    }
    await writeNamedFile(path, content)
    paths.push(path)
  }
  return paths
}
