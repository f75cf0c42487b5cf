/** Reads ReThinker's prompts as published (Appendix E; specs/rethinker.md 7 has the hashes of the files). */
import { createPrompt, type Prompt, promptsBeside } from '../../core/index.ts'

const FILES = {
  EXECUTOR: { file: './prompts/executor.txt', slots: [] },
  WORKFLOW: { file: './prompts/workflow.txt', slots: [] },
  EXAMPLES: { file: './prompts/examples.txt', slots: [] },
  SOLVER: { file: './prompts/solver.txt', slots: ['query', 'last_round_answer'] },
  GUIDED_SUMMARY: { file: './prompts/guided-summary.txt', slots: ['problem', 'student_solution'] },
  CRITIC: { file: './prompts/critic.txt', slots: ['query', 'solution_summary', 'last_round_answer'] },
  SELECTOR: {
    file: './prompts/selector.txt',
    slots: ['PARALLEL_NUM', 'query', 'responses', 'last_selection'],
  },
  FORCE_FINISH_ANSWER: { file: './prompts/force-finish-answer.txt', slots: [] },
  FORCE_FINISH_SELECT: { file: './prompts/force-finish-select.txt', slots: [] },
  PAPER_QA: { file: './prompts/paper-qa.txt', slots: ['user_query', 'pdf_info'] },
  WEB_CONCLUSION: { file: './prompts/web-conclusion.txt', slots: ['user', 'info'] },
}

export type PromptName = keyof typeof FILES
export const PROMPT_NAMES = Object.keys(FILES) as readonly PromptName[]

/** Returns the prompt of a file. Throws `PROMPT_INVALID` if a slot is missing or unknown. */
export const publishedPrompt = promptsBeside(import.meta.url, FILES)

/** Throws `PROMPT_INVALID` for the first invalid file. Called before any request. */
export function checkPrompts(): void {
  for (const name of PROMPT_NAMES) publishedPrompt(name)
}

export interface PromptForm {
  /** Whether code may search and read the web, or the corpus in its place. */
  readonly hasWeb: boolean
  /** Whether the agent gets an earlier answer or earlier selections. */
  readonly isAgain: boolean
}

/** Returns the prompt of an agent, without the line of the earlier answer if there is none, and without the web if code lacks it. */
export function agentPrompt(name: 'SOLVER' | 'CRITIC' | 'SELECTOR', form: PromptForm): Prompt {
  const { text } = publishedPrompt(name)
  const lined = text.replace(AGAIN_LINE, (_, line: string) => (form.isAgain ? line : ''))
  const whole = lined.replace(PART, (_, part: PromptName) => publishedPrompt(part).text)
  const again = form.isAgain ? '-again' : ''
  return createPrompt(`${name}${again}${form.hasWeb ? '' : '-web'}`, form.hasWeb ? whole : withoutWeb(whole))
}

const AGAIN_LINE = /\[\[RE\]\](.*\n)/
const PART = /\[\[([A-Z]+)\]\]/g

/** Returns the sentences sent, one after the other, to an agent that neither calls code nor answers. */
export function finishSentences(kind: 'answer' | 'select'): readonly string[] {
  return publishedPrompt(kind === 'answer' ? 'FORCE_FINISH_ANSWER' : 'FORCE_FINISH_SELECT').text.split('\n')
}

/** Returns the prompt for a page that an agent's code reads. */
export const paperQaPrompt = (): Prompt => publishedPrompt('PAPER_QA')
export const webConclusionPrompt = (): Prompt => publishedPrompt('WEB_CONCLUSION')

/** Parts about the web functions; the rest stays as published. */
const WEB_PARTS: readonly (readonly [RegExp, string])[] = [
  [/ There are also several integrated functions[\s\S]*?detail information of a link\./, ''],
  [/Your workflow for solving the problem[\s\S]*?your knowledge and reasoning\.\n/, ''],
  [/1\. If you want to use the function of web_search[\s\S]*?3\. (?=If you want to do computation)/, ''],
  [/ using tool-based searches \('web_search' and 'web_parse'\)/, ' by writing codes'],
  [/ and Search Planning \(Plan\)/, ' (Plan)'],
  [/- Formulate a Search Strategy:.*\n/, ''],
  [/### 2\. Execute Iterative Search[\s\S]*?(?=### 3\.)/, ''],
  [/### 3\./, '### 2.'],
  [/### 4\./, '### 3.'],
  [/, and cite credible sources from 'web_parse' as much as possible/, ''],
  [/- After each use of 'web_search'.*\n- Prioritize using 'web_parse'.*\n/, ''],
  [/3\. The return of web functions may be empty.*\n4\. You should collect enough.*\n/, ''],
  [/\[ Search for multiple perspectives/, '[ Consider multiple perspectives'],
]

function withoutWeb(text: string): string {
  return WEB_PARTS.reduce((left, [part, instead]) => left.replace(part, instead), text)
}
