/** Reads the prompts from files: the published ones of Eigen-1 (A.1 and A.11), and that for papers larger than a model's window. */
import { filledPrompt, type Prompt, readPrompt } from '../../core/index.ts'

export type SummaryPrompt = Prompt<'P-UNIT' | 'P-CLAIM' | 'MERGE-POINTS'>

const FILES = {
  'P-UNIT': './prompts/p-unit.txt',
  'P-CLAIM': './prompts/p-claim.txt',
  'MERGE-POINTS': './prompts/merge-points.txt',
} as const

export function summaryPrompt(name: SummaryPrompt['name']): SummaryPrompt {
  return readPrompt(name, new URL(FILES[name], import.meta.url))
}

export function withPaper(prompt: SummaryPrompt, paperContent: string): string {
  return filledPrompt(prompt, { paper_content: paperContent })
}

export function withPoints(prompt: SummaryPrompt, points: string): string {
  return filledPrompt(prompt, { points })
}
