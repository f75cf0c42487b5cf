/** `gloss retrieve TEXT`: ranked units, with where they stand and why they are there. */
import type { Command } from 'commander'
import {
  type AnswerHit,
  BACKEND_NAMES,
  type BackendName,
  type CorpusSession,
  DEFAULT_BACKEND,
  FUSION_NAMES,
  type FusionName,
  type RetrieveAnswer,
} from '../../app/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { oneOf, wholeNumber, yearRange } from '../options.ts'
import { counted, type Output } from '../output.ts'
import { explainLines, statementLines, unitsOnPaths } from './explain-report.ts'

interface RetrieveOptions extends CommonOptions {
  readonly k?: number
  readonly backend?: BackendName
  readonly fusion?: FusionName
  readonly explain?: boolean
  readonly onePerPaper?: boolean
  readonly years?: { from?: number; to?: number }
  readonly paper?: string[]
  readonly topic?: string[]
  readonly kind?: 'unit' | 'passage'
}

const DEFAULT_HITS_SHOWN = 5

export function addRetrieveCommand(program: Command): void {
  withCommonOptions(program.command('retrieve'))
    .description('Answer a question with the units and passages that fit it best.')
    .argument('<text...>', 'the question')
    .option('-k, --k <n>', `hits (default ${DEFAULT_HITS_SHOWN})`, wholeNumber('--k', 1, 1000))
    .option(
      '--backend <name>',
      `${BACKEND_NAMES.join(', ')} (default ${DEFAULT_BACKEND})`,
      oneOf('--backend', BACKEND_NAMES),
    )
    .option(
      '--fusion <name>',
      `how hybrid joins its sides: ${FUSION_NAMES.join(', ')}`,
      oneOf('--fusion', FUSION_NAMES),
    )
    .option('--explain', 'show why each hit is there: matching words, names with their share and path')
    .option('--one-per-paper', 'the best hit of each paper only')
    .option('--years <range>', 'only papers of these years: 2010-2020, 2010-, -2020', yearRange('--years'))
    .option('--paper <id...>', 'only these papers')
    .option('--topic <name...>', 'only units of these topics')
    .option('--kind <kind>', 'only units, or only passages', oneOf('--kind', ['unit', 'passage'] as const))
    .action((text: string[], options: RetrieveOptions) =>
      inContext({ ...options }, (context) => retrieve(text.join(' '), options, context)),
    )
}

async function retrieve(
  query: string,
  options: RetrieveOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const { k = DEFAULT_HITS_SHOWN, backend, fusion, explain, onePerPaper, years, paper, topic, kind } = options
  const session = await gloss.session()
  const filter = {
    ...(years === undefined ? {} : { years }),
    ...(paper === undefined ? {} : { papers: await session.paperIds(paper) }),
    ...(topic === undefined ? {} : { topics: topic }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
  }
  const answer = await session.retrieve(
    {
      query,
      k,
      ...(Object.keys(filter).length === 0 ? {} : { filter }),
      ...(backend === undefined ? {} : { backend }),
      ...(fusion === undefined ? {} : { fusion }),
      ...(explain === undefined ? {} : { explain }),
      ...(onePerPaper === undefined ? {} : { onePerPaper }),
    },
    signal,
  )
  if (!output.isJson) await print(answer, session, explain === true, output)
  output.object(answer)
}

async function print(
  answer: RetrieveAnswer,
  session: CorpusSession,
  isExplained: boolean,
  output: Output,
): Promise<void> {
  const { hits, backend, corpus, tookMs } = answer
  const texts = isExplained ? await session.unitTexts(unitsOnPaths(hits)) : new Map<string, string>()
  for (const hit of hits)
    for (const line of hitLines(hit, isExplained ? explainLines(hit, texts) : null)) output.line(line)
  for (const line of statementLines(hits)) output.line(line)
  if (hits.length === 0) output.line('Nothing fits. `gloss papers` lists what the corpus holds.')
  output.line(
    `${counted(hits.length, 'hit')} by ${backend} from corpus "${corpus}" in ${tookMs.toFixed(1)} ms${answeredBy(answer)}.`,
  )
}

/** `reasons`: of an explained hit; without them its scores stand behind its id. */
function hitLines(hit: AnswerHit, reasons: readonly string[] | null): string[] {
  const { rank, sentence, title, locator, year, kind, unit, score, why } = hit
  const place = [title, locator, String(year ?? '')].filter((part) => part !== '')
  const scores = [
    ...(why.words === undefined ? [] : [`words ${why.words.toFixed(2)}`]),
    ...(why.cosine === undefined ? [] : [`cosine ${why.cosine.toFixed(3)}`]),
  ]
  return [
    `${rank}. ${sentence.text}`,
    ...(place.length === 0 ? [] : [`   ${place.join(' · ')}`]),
    `   ${[`${kind} ${unit}`, `score ${score.toFixed(3)}`, ...(reasons === null ? scores : [])].join(' · ')}`,
    ...(reasons ?? []),
  ]
}

/** For where one backend chose another. */
function answeredBy({ by }: RetrieveAnswer): string {
  return by === undefined ? '' : `; ${by} answered`
}
