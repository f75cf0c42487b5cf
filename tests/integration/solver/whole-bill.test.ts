/** Every call of every model is in the ledger of the run that caused it: counted at the servers, over a run of each kind. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ask,
  type BackendName,
  continueRun,
  ingestPaths,
  openThinking,
  startRun,
} from '../../../app/index.ts'
import type { LedgerByRole, LedgerRow } from '../../../models/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import type { ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import type { RoleScripts } from '../../fakes/scripted-solver.ts'
import { billedWorkspace, billOf } from '../../fixtures/billed-workspace.ts'
import { scored, solved } from '../../fixtures/eigen1-run.ts'
import { writtenOf } from '../../fixtures/solved-run.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const QUESTION = 'Where does lupeol occur?'
const DOUBT =
  'I am not sure whether lupeol is a triterpene, and I doubt that it occurs in the bark of birch trees at all. '
const CODE = `<code>
print(search_local_documents("Where does lupeol occur?"))
print(web_parse("https://example.org/lupeol", "Where does lupeol occur?"))
</code>`

/** What a model says that a backend asks. */
const RETRIEVERS: Partial<Record<BackendName, string>> = {
  vanna: '```sql\nSELECT unit_id FROM units\n```',
  'hipporag:model': '{"fact": []}',
  'lightrag:model': '{"high_level_keywords": ["occurrence"], "low_level_keywords": ["lupeol"]}',
}
const BACKENDS = Object.keys(RETRIEVERS) as BackendName[]

/** A proposer that searches and reads by code, and doubts; the others agree with it. */
function scriptsFor(backend: BackendName, { codes = true, doubts = true } = {}): RoleScripts {
  const agent = (request: ScriptedRequest) => {
    const written = writtenOf(request)
    if (codes && !written.includes('<execution_results>')) return { text: CODE }
    if (doubts && !written.includes('it says')) return { text: DOUBT }
    return { text: ` ${solved('in bark')}` }
  }
  return {
    proposer: agent,
    corrector: () => ({ text: solved('in bark') }),
    refiner: () => ({ text: solved('in bark') }),
    evaluator: () => ({ text: scored(5, 5, 5) }),
    ranker: () => ({ text: '<select>Response 1</select>' }),
    monitor: ({ body }) => ({ text: JSON.stringify(body.messages).includes('I doubt that') ? 'yes' : 'no' }),
    querier: () => ({ text: 'lupeol birch bark' }),
    sifter: () => ({ text: '{"scores": [2, 2, 2]}' }),
    injector: () => ({ text: 'Wait, it says that lupeol is a triterpene of birch bark.' }),
    reader: () => ({ text: JSON.stringify({ content: 'In bark.', urls: [], score: 1 }) }),
    retriever: () => ({ text: RETRIEVERS[backend] ?? '' }),
  }
}

function rowsOf(ledger: LedgerByRole): LedgerRow[] {
  return Object.entries(ledger).map(([role, row]) => ({ role, ...row }))
}

const SETTINGS = { proposers: 2, window: 64, stride: 64 }
const HELPERS = ['monitor', 'querier', 'injector']

describe('what the servers counted is what the ledger has, by role', () => {
  const kinds = [
    { backend: 'vanna', retrieval: 'implicit' },
    { backend: 'vanna', retrieval: 'explicit' },
    ...BACKENDS.map((backend) => ({ backend, retrieval: 'both' }) as const),
  ] as const
  test.each(kinds)(
    'of a solved question, $retrieval retrieval by $backend',
    async ({ backend, retrieval }) => {
      const isExplicit = retrieval !== 'implicit'
      const scripts = scriptsFor(backend, { codes: isExplicit, doubts: retrieval !== 'explicit' })
      const workspace = await billedWorkspace(scripts, ['proposer', 'retriever', 'reader', 'evaluator'])
      const gloss = await workspace.open()
      const record = await startRun(gloss, {
        question: { id: 'q', text: QUESTION },
        backend,
        monitor: 'published',
        settings: { ...SETTINGS, retrieval },
      })
      workspace.failEmbedding()
      const { status, ledgers } = await continueRun(gloss, record, { signal: NEVER })
      expect(status).toBe('done')
      const bill = billOf(ledgers.byRole)
      expect(bill).toEqual(await workspace.served())
      const asked = ['retriever', 'embedder', ...(isExplicit ? ['reader'] : HELPERS)]
      for (const role of asked) expect(bill).toHaveProperty(role)
      for (const role of ['retriever', 'embedder', 'proposer'])
        expect(bill[role]?.failedCalls).toBeGreaterThan(0)
      expect(ledgers.total.promptTokens).toBe(
        ledgers.byStage.reduce((total, { promptTokens }) => total + promptTokens, 0),
      )
    },
  )

  test.each(BACKENDS)(
    'of a run that its budget ended and that another process resumed, by %s',
    async (backend) => {
      const workspace = await billedWorkspace(scriptsFor(backend, { doubts: false }), ['retriever'])
      const first = await workspace.open()
      const settings = { ...SETTINGS, proposers: 1, retrieval: 'explicit' }
      const record = await startRun(first, { question: { id: 'q', text: QUESTION }, backend, settings })
      let outcome = await continueRun(first, record, { signal: NEVER, budget: { tokens: 1 } })
      let processes = 1
      for (; outcome.status === 'budget' && processes < 20; processes++) {
        const gloss = await workspace.open()
        const { promptTokens, completionTokens } = outcome.ledgers.total
        const budget = { tokens: promptTokens + completionTokens + 3_000 }
        outcome = await continueRun(gloss, await gloss.runs().get(record.id), { signal: NEVER, budget })
      }
      expect([outcome.status, processes > 1]).toEqual(['done', true])
      const { embedder, ...served } = await workspace.served()
      const { embedder: counted, ...bill } = billOf(outcome.ledgers.byRole)
      expect(bill).toEqual(served)
      // Each process opens the embedder by a question of its own; only those that embed for the run have it in its ledger.
      expect(counted?.promptTokens).toBeLessThanOrEqual(embedder?.promptTokens ?? 0)
      expect(counted?.promptTokens).toBeGreaterThan((embedder?.promptTokens ?? 0) - processes - 1)
    },
  )

  test.each(BACKENDS)('of a turn with injections, by %s', async (backend) => {
    const workspace = await billedWorkspace(scriptsFor(backend, { codes: false }), ['retriever', 'querier'])
    const gloss = await workspace.open()
    const request = { messages: [{ role: 'user' as const, content: QUESTION }] }
    const settings = { window: 64, stride: 64 }
    const turn = { request, session: await gloss.session(), backend, settings }
    const { thoughts, ledger } = await openThinking(gloss, { ...turn, monitor: 'published' }, NEVER)
    workspace.failEmbedding()
    for await (const _ of thoughts);
    const bill = billOf(ledger.rows())
    expect(bill).toEqual(await workspace.served())
    expect(Object.keys(bill)).toEqual(expect.arrayContaining(['embedder', 'injector', 'retriever']))
  })

  test('of an ingest whose summariser is a model', async () => {
    const summariser = () => ({ text: 'POINT,N/A,N/A,Botany,"Lupeol occurs in birch bark."' })
    const workspace = await billedWorkspace({ summariser }, ['summariser'])
    const path = join(temporaryFolder(), 'paper.md')
    const sentence =
      'Lupeol is a triterpene that occurs in the bark of birch trees, as several authors found. '
    writeFileSync(path, `# Lupeol in birch bark\n\n${sentence.repeat(30)}`)
    const gloss = await workspace.open()
    const request = { paths: [path], topic: 'none', summariser: 'llm', consent: async () => true } as const
    workspace.failEmbedding()
    const { kept, ledger } = await ingestPaths(gloss, request, () => undefined, NEVER)
    expect(kept).toBe(1)
    const ingested = await workspace.served()
    expect(billOf(rowsOf(ledger))).toEqual(ingested)
    expect(Object.keys(ingested).sort()).toEqual(['embedder', 'summariser'])
  })

  test.each(BACKENDS)('of an asked question, by %s', async (backend) => {
    const workspace = await billedWorkspace(scriptsFor(backend, { codes: false, doubts: false }), [
      'retriever',
    ])
    const gloss = await workspace.open()
    for await (const event of ask(gloss, { question: QUESTION, backend }, NEVER))
      if (event.type === 'answer') {
        const bill = billOf(rowsOf(event.answer.ledger))
        expect(bill).toEqual(await workspace.served())
        expect(Object.keys(bill)).toEqual(expect.arrayContaining(['embedder', 'retriever']))
      }
    expect.assertions(2)
  })
})
