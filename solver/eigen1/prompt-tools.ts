/**
 * Adapts the published prompts, which name three functions and make local search the first step, to an agent without some of them:
 * lines of missing functions and steps are removed, the others are put in an order in which they can be followed, and renumbered.
 * With all functions the text is the published one.
 */
import type { AgentTools } from '../ports.ts'

/** Tools that an agent's prompts may mention. Functions are called by code: without code there are none. */
export interface PromptTools extends AgentTools {
  /** Whether the agent's code is run. Default: true. */
  readonly runsCode?: boolean
}

type Offer = (tools: PromptTools) => boolean

const code: Offer = ({ runsCode = true }) => runsCode
const corpus: Offer = (tools) => code(tools) && tools.searchesCorpus
const web: Offer = (tools) => code(tools) && tools.searchesWeb
const either: Offer = (tools) => corpus(tools) || web(tools)

const EVALUATE_STEP = /^- Step \d: Evaluate and Supplement/
const WEB_STEP = /^- Step \d: Web Search & Parse/

/** Parts about a function. Each matches the beginning of a line of the help or of an example of the prefix. */
const PARTS: readonly (readonly [RegExp, Offer])[] = [
  [/^You can solve the problem with the help/, code],
  [/^\d\. search_local_documents\(/, corpus],
  [/^\d\. web_(?:search|parse)\(/, web],
  [/^Your workflow for solving the problem/, either],
  [/^- Step \d: Local Document Search/, corpus],
  [EVALUATE_STEP, either],
  [WEB_STEP, web],
  [/^- A web search may come back empty/, web],
  [/^\d\. If I want to use the function of search_local_documents/, corpus],
  [/^\d\. If I want to use the function of web_/, web],
  [/^\d\. If I want to do computation/, code],
]
/** Words about missing functions in the lines that stay. */
const WORDS: readonly (readonly [string, string, Offer])[] = [
  [
    'After receiving results from `search_local_documents`, evaluate',
    'After receiving results, evaluate',
    corpus,
  ],
  ['After your initial local search, use `web_search`', 'Use `web_search`', corpus],
  [
    ' There are also several integrated functions that can be used to help you solve the problem. The available functions are:',
    '',
    either,
  ],
  [
    'There are also several integrated functions that can be used to help you solve the problem. The available functions are:',
    'There is also an integrated function that can be used to help you solve the problem. The available function is:',
    web,
  ],
  ['with web functions and code', 'with code', web],
  ['with web functions ', '', web],
  [' and with a search for what can be looked up', '', either],
  [', with code for what can be calculated', '', code],
  [' with code', '', code],
  [' together with writing python code in <code></code> format', '', code],
  [' For example', '', code],
  ['Each time you write code put the code into <code></code> snippet. Put', 'Put', code],
]
const EXAMPLE_NUMBER = /^\d\. (?=If I want)/gm
const NUMBERS = [/^\d(?=\. (?:search_local|web_))/gm, /(?<=^- Step )\d/gm, /^\d(?=\. If I want)/gm]

/** Returns a task with only the available functions and steps. */
export function taskFor(tools: PromptTools, task: string): string {
  return edited(tools, followed(tools, task.split(/(?<=\n)/)))
}

/** Returns the prefix with only the examples of available functions. */
export function prefixFor(tools: PromptTools, prefix: string): string {
  return edited(tools, prefix.split(/^(?=\d\. If I want|Now, )/m))
}

/** Returns the suffix of a prompt's name; empty with all functions, because then the prompt is the published one. */
export function toolsSuffix(tools: PromptTools): string {
  if (!code(tools)) return '-code'
  return `${corpus(tools) ? '' : '-corpus'}${web(tools) ? '' : '-web'}`
}

/** Moves the evaluation after the web search if there is no local search. */
function followed(tools: PromptTools, lines: readonly string[]): readonly string[] {
  const evaluate = lines.findIndex((line) => EVALUATE_STEP.test(line))
  const search = lines.findIndex((line) => WEB_STEP.test(line))
  if (corpus(tools) || !web(tools) || evaluate < 0 || search < evaluate) return lines
  return [
    ...lines.slice(0, evaluate),
    ...lines.slice(evaluate + 1, search + 1),
    ...lines.slice(evaluate, evaluate + 1),
    ...lines.slice(search + 1),
  ]
}

function edited(tools: PromptTools, pieces: readonly string[]): string {
  const left = pieces.filter((piece) => PARTS.every(([part, isThere]) => !part.test(piece) || isThere(tools)))
  const worded = WORDS.reduce(
    (text, [said, instead, isThere]) => (isThere(tools) ? text : text.replace(said, instead)),
    left.join(''),
  )
  return unnumbered(NUMBERS.reduce(renumbered, worded))
}

function renumbered(text: string, number: RegExp): string {
  let count = 0
  return text.replace(number, () => String(++count))
}

/** Removes the number of a single example. */
function unnumbered(text: string): string {
  return (text.match(EXAMPLE_NUMBER)?.length ?? 0) > 1 ? text : text.replace(EXAMPLE_NUMBER, '')
}
