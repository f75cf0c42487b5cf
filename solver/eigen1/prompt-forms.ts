/** Builds the prompts of generating agents for their tools and the number of candidates. Each form has its own name and hash. */
import { createPrompt, type Prompt, partlyFilledPrompt } from '../../core/index.ts'
import type { Written } from '../../models/index.ts'
import { type PromptTools, prefixFor, taskFor, toolsSuffix } from './prompt-tools.ts'
import { type SolverPromptName, solverPrompt } from './prompts.ts'

export type PrefixRole = 'proposer' | 'corrector' | 'refiner' | 'ranker'

export interface PrefixForm extends PromptTools {
  readonly role: PrefixRole
  /** Whether to use the text of the paper with its errors, as in the preset `published`. */
  readonly isAsPrinted?: boolean
}

/** Number of candidates in the published prompts. */
const CANDIDATES = 5
const HELP_START = 'You can solve the problem with the help'
const WORKFLOW_START = 'Your workflow for solving the problem'
const RULES_START = '- You should not be overconfident'
/** Intention in the published prefix, which is replaced for the proposer and the ranker, as they have no student's solution. */
const REVIEW =
  'review and check the solution from student first with web functions to identify errors if exist, then present my solution and answer'
const RESOLVES: Readonly<Record<PrefixRole, string>> = {
  proposer:
    'check with web functions the facts that my solution rests on, then present my solution and answer',
  corrector: REVIEW,
  refiner: REVIEW,
  ranker:
    'verify each response on its own with web functions and code, trust none of their claims, then select the most correct one',
}
const THOUGHT = /^<think>\n([\s\S]*?)\n<\/think>$/

/** Returns the proposer's prompt. Slots: `query`. */
export function proposerPrompt(tools: PromptTools): Prompt {
  return withHelp('PROPOSE', tools)
}

/** Returns the corrector's prompt. Slots: `query`, `solution`, and `suggestion` if there is one. */
export function correctorPrompt(tools: PromptTools, { hasSuggestion }: { hasSuggestion: boolean }): Prompt {
  return withHelp(hasSuggestion ? 'CORRECT.suggestion' : 'CORRECT', tools)
}

/** Returns the refiner's prompt, P-REFINE for 5 candidates and all tools. Slots: `query`, `anchor_solution`, `reference_1` and so on. */
export function refinerPrompt(tools: PromptTools, candidates: number): Prompt {
  const { name, text } = solverPrompt('P-REFINE')
  const task = text.slice(0, text.indexOf(HELP_START))
  const references = (count: number) =>
    numbered(count - 1, (i) => `## Student ${i}'s Solution\n{reference_${i}}\n`)
  const asked = task.replace(references(CANDIDATES), () => references(candidates))
  return form(name, `${asked}${publishedHelp(tools)}`, tools, candidates)
}

/** Returns the ranker's prompt. Slots: `query`, `response_1` to `response_{candidates}`. */
export function rankerPrompt(tools: PromptTools, candidates: number): Prompt {
  const help = publishedHelp(tools)
  const ends = [help.indexOf(WORKFLOW_START), help.indexOf(RULES_START)].filter((end) => end >= 0)
  const prompt = solverPrompt('RANK')
  const parts = {
    responses: numbered(candidates, (i) => `## Response ${i}\n{response_${i}}\n`).trimEnd(),
    count: String(candidates),
    help: help.slice(0, Math.min(...ends)),
  }
  return form(prompt.name, taskFor(tools, partlyFilledPrompt(prompt, parts)), tools, candidates)
}

/** Returns the prefix with which an agent's own turn begins. */
export function prefixPrompt({ role, isAsPrinted = false, ...tools }: PrefixForm): Prompt {
  const { name, text } = solverPrompt(isAsPrinted ? 'P-PREFIX' : 'P-PREFIX.fixed')
  const ofRole = role === 'corrector' || role === 'refiner' ? '' : role
  return form(name, prefixFor(tools, text.replace(REVIEW, RESOLVES[role])), tools, null, ofRole)
}

/**
 * Returns a prefix as the beginning of a turn. Its thoughts are closed, as printed in the paper, unless the server can continue thoughts
 * (the published code always leaves them open).
 */
export function writtenPrefix({ text }: Prompt, continuesReasoning: boolean): Written {
  const thought = THOUGHT.exec(text)?.[1]
  if (thought === undefined || !continuesReasoning) return { reasoning: '', text: `${text}\n` }
  return { reasoning: `${thought}\n`, text: '' }
}

function withHelp(name: SolverPromptName, tools: PromptTools): Prompt {
  return form(name, partlyFilledPrompt(solverPrompt(name), { help: publishedHelp(tools) }), tools)
}

/** Returns the instructions for code and functions that all generating agents get. */
function publishedHelp(tools: PromptTools): string {
  const { text } = solverPrompt('P-REFINE')
  return taskFor(tools, text.slice(text.indexOf(HELP_START)))
}

function numbered(count: number, part: (i: number) => string): string {
  return Array.from({ length: count }, (_, place) => part(place + 1)).join('')
}

/** Returns a prompt named by its form: `P-REFINE` as published, `P-REFINE/3-corpus` for three candidates without local search. */
function form(
  name: string,
  text: string,
  tools: PromptTools,
  candidates: number | null = null,
  role = '',
): Prompt {
  const count = candidates === null || candidates === CANDIDATES ? '' : String(candidates)
  const suffix = `${role}${count}${toolsSuffix(tools)}`
  return createPrompt(suffix === '' ? name : `${name}/${suffix}`, text)
}
