/** The table in docs/figures.md: each from a committed result, with the command that measured it. Numbers are not typed by hand. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { table } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

interface Figure {
  readonly what: string
  readonly file: string
  /** `{path.to.a.number}` is filled from the file, `{path:2}` with two decimals; `rows[way=units]` is the row whose way is units. */
  readonly value: string
  readonly goal?: string
  readonly command: string
}

const FIGURES: readonly Figure[] = [
  {
    what: 'Titles and abstracts found in labelled real papers',
    file: 'docs/figures/describe.json',
    value: '{title.right} of {title.of} titles, {abstract.right} of {abstract.of} abstracts',
    goal: '14 of 14, 13 of 14',
    command: 'npm run measure describe',
  },
  {
    what: 'Front matter of 50 papers labelled by their own source, whose failures were seen while the rules were written: titles, abstracts with token F1 of .9, author lists, years, first-level headings (F1)',
    file: 'docs/figures/describe.json',
    value:
      '{labelled.all.title.right} of {labelled.all.title.of}, {labelled.all.abstract.right} of {labelled.all.abstract.of}, {labelled.all.authors.right} of {labelled.all.authors.of}, {labelled.all.year.right} of {labelled.all.year.of}, {labelled.all.headings.f1:2}',
    goal: '.95, .90, .85, .95, .85',
    command: 'npm run measure describe',
  },
  {
    what: 'Sentences of the body that stand whole in the text read, half of the papers kept for checking; the same by poppler, pdf-parse, PyMuPDF',
    file: 'docs/figures/body-text.json',
    value:
      '{checked.gloss.sentences:3}; {checked.poppler, stored order.sentences:3}, {checked.pdf-parse.sentences:3}, {checked.PyMuPDF.sentences:3}',
    command: 'npm run measure body-text',
  },
  {
    what: 'Quantities that PyMuPDF and poppler both see on a page and Gloss lacks, on that half',
    file: 'docs/figures/quantities.json',
    value: '{checked.lost} of {checked.seen}',
    command: 'npm run measure quantities',
  },
  {
    what: 'SciFact, 809 claims, nDCG@10 with the bundled embedder: words, vanilla, hybrid',
    file: 'docs/figures/retrieval.json',
    value:
      '{static.scifact.backends.words.ndcg@10}, {static.scifact.backends.vanilla.ndcg@10}, {static.scifact.backends.hybrid.ndcg@10}',
    goal: '.69, .585, .715',
    command: 'npm run measure retrieval',
  },
  {
    what: 'The same with MiniLM: vanilla, hybrid',
    file: 'docs/figures/retrieval.json',
    value: '{minilm.scifact.backends.vanilla.ndcg@10:4}, {minilm.scifact.backends.hybrid.ndcg@10:4}',
    goal: '.655, .735',
    command: 'npm run measure retrieval -- --embedder minilm --sets scifact',
  },
  {
    what: 'Import of its 5,183 abstracts, all three backends ready',
    file: 'bench/results/ingest.json',
    value: '{import.seconds:1} s',
    goal: '10 s',
    command: 'npm run measure ingest',
  },
  {
    what: 'Peak memory of an ingest of 160 papers against one of 16',
    file: 'bench/results/ingest.json',
    value: '{ingest.160.peakMb} against {ingest.16.peakMb} MB ({memoryTimes:2} ×)',
    goal: '1.2 ×',
    command: 'npm run measure ingest',
  },
  {
    what: 'Gate `contrast`, biology and chemistry against other texts (check half): AUC and recall at precision .98, MiniLM; bundled embedder',
    file: 'docs/figures/gate.json',
    value:
      '{minilm-q8-384.contrast[topic=biochem].auc}, {minilm-q8-384.contrast[topic=biochem].recallAtP98}; {static-1-256.contrast[topic=biochem].auc}, {static-1-256.contrast[topic=biochem].recallAtP98}',
    goal: '.97, .90',
    command: 'npm run measure gate',
  },
  {
    what: 'Answers to 60 questions from 20 papers, written by a reader who had not seen their units, that stand in a unit; units as a share of the text',
    file: 'docs/figures/unit-answers.json',
    value: '{inUnits:2}; {shareOfText:2}',
    goal: '.75',
    command: 'npm run measure unit-answers',
  },
  {
    what: 'Three extracted units in place of each SciFact abstract, nDCG@10 hybrid: units alone, units and passages',
    file: 'docs/figures/units.json',
    value: '{scifact.rows[way=units].hybrid:3}, {scifact.rows[way=units and passages].hybrid:3}',
    goal: '.655, .715',
    command: 'npm run measure units',
  },
  {
    what: 'Questions over several passages, recall@5 with MiniLM (bundled embedder): `walk` on MuSiQue, on HotpotQA, on half of 2Wiki',
    file: 'docs/figures/walk.json',
    value:
      '{recallAt5.musique-train.given.minilm-q8-384.product:3} ({recallAt5.musique-train.given.static-1-256.product:3}), {recallAt5.hotpotqa-train.given.minilm-q8-384.product:3} ({recallAt5.hotpotqa-train.given.static-1-256.product:3}), {recallAt5.2wiki-half.given.minilm-q8-384.product:3} ({recallAt5.2wiki-half.given.static-1-256.product:3})',
    goal: '.78 (.75), .91 (.90), .93 (.91)',
    command: 'npm run measure walk',
  },
  {
    what: 'Questions that need two or three places of papers (half kept for checking), recall@5 with MiniLM (bundled embedder): `hybrid`, `auto`, `walk`',
    file: 'docs/figures/hops.json',
    value:
      '{minilm.keep.plain.hybrid.recall@5:3} ({static.keep.plain.hybrid.recall@5:3}), {minilm.keep.plain.auto.recall@5:3} ({static.keep.plain.auto.recall@5:3}), {minilm.keep.plain.walk.recall@5:3} ({static.keep.plain.walk.recall@5:3})',
    goal: '`auto` .05 above `hybrid`',
    command: 'npm run measure hops',
  },
  {
    what: '`auto`, nDCG@10 with MiniLM: SciFact, CovidQA, MuSiQue, HotpotQA',
    file: 'docs/figures/retrieval.json',
    value:
      '{minilm.scifact.backends.auto.ndcg@10:3}, {minilm.covidqa.backends.auto.ndcg@10:3}, {minilm.musique-train.backends.auto.ndcg@10:3}, {minilm.hotpotqa-train.backends.auto.ndcg@10:3}',
    goal: '.735, .72, .78, .865',
    command: 'npm run measure retrieval -- --embedder minilm',
  },
  {
    what: 'The same with the bundled embedder, no model anywhere',
    file: 'docs/figures/retrieval.json',
    value:
      '{static.scifact.backends.auto.ndcg@10:3}, {static.covidqa.backends.auto.ndcg@10:3}, {static.musique-train.backends.auto.ndcg@10:3}, {static.hotpotqa-train.backends.auto.ndcg@10:3}',
    goal: '.715, .70, .755, .86',
    command: 'npm run measure retrieval',
  },
  {
    what: 'Late interaction by the token vectors of MiniLM over 20 hits of `hybrid` (bundled embedder), nDCG@10 with and without, share chosen on the other half: CovidQA, MuSiQue, HotpotQA. CPU of a question on CovidQA with 50 hits; bytes for a text',
    file: 'docs/figures/optional-models.json',
    value:
      '{late.top 20.sets.covidqa.late.ndcg@10:3} against {late.top 20.sets.covidqa.hybrid.ndcg@10:3}, {late.top 20.sets.musique-train.late.ndcg@10:3} against {late.top 20.sets.musique-train.hybrid.ndcg@10:3}, {late.top 20.sets.hotpotqa-train.late.ndcg@10:3} against {late.top 20.sets.hotpotqa-train.hybrid.ndcg@10:3}. {costs.covidqa.msPerQuestionLate:0} ms; {costs.covidqa.bytesPerText}',
    command: 'npm run measure optional-models',
  },
  {
    what: 'MuSiQue with its given facts, recall@5 of `hipporag` with MiniLM: published without its filter by a model; ours',
    file: 'docs/figures/facts.json',
    value: '{minilm.backends.hipporag:unfiltered.recall@5:3}; {minilm.backends.hipporag.recall@5:3}',
    goal: '.677; .77',
    command: 'npm run measure facts -- --embedder minilm',
  },
  {
    what: 'Personalised PageRank on 100,000 nodes and 1,000,000 edges, p50; best 20 as by power iteration',
    file: 'bench/results/pagerank.json',
    value: '{push.1.packed.p50Ms:1} ms; {push.1.packed.best20:3}',
    goal: '4 ms; the same',
    command: 'npm run measure pagerank',
  },
  {
    what: '`walk` as a whole on such a graph without embedding, p50; opening its snapshot; a unit added to 100,000',
    file: 'bench/results/name-graph.json',
    value: '{walk.p50Ms:1} ms; {build.1.openMs:0} ms; {build.1.addOneP50Ms:1} ms',
    goal: '6 ms; 1 s; 20 ms',
    command: 'npm run measure name-graph',
  },
  {
    what: 'Building that graph: units a second at 100,000 units, as a share of that at 10,000; memory a unit with ten names',
    file: 'bench/results/name-graph.json',
    value: '{linear:2}; {build.1.bytesPerUnit:0} bytes',
    goal: '.8',
    command: 'npm run measure name-graph',
  },
  {
    what: 'Import of 1,412 published units with their 10,975 facts, all backends ready; then p50 of `hipporag`, `lightrag` without embedding',
    file: 'bench/results/graph-backends.json',
    value:
      '{eigen1.readySeconds:1} s; {eigen1.latency.hipporag.p50Ms:1} ms, {eigen1.latency.lightrag.p50Ms:1} ms',
    goal: '15 s; 10 ms',
    command: 'npm run measure graph-backends',
  },
  {
    what: '`/retrieve` by hybrid over these abstracts, one client, p50',
    file: 'bench/results/service.json',
    value: '{figures.oneClient.uncached.p50Ms:1} ms',
    goal: '3 ms',
    command: 'npm run measure service',
  },
  {
    what: "The same with 50 clients, as a share of an empty route's requests a second: computed answers; cached answers",
    file: 'bench/results/service.json',
    value: '{figures.uncached.ratioToEmpty:2}; {figures.cached.ratioToEmpty:2}',
    goal: '.25',
    command: 'npm run measure service',
  },
  {
    what: 'Added by the proxy to the first word of a stream without a trigger: monitor off; lexical',
    file: 'bench/results/proxy.json',
    value: '{firstWord.off.addedP50Ms:1}; {firstWord.lexical.addedP50Ms:1} ms',
    goal: '5 ms',
    command: 'npm run measure proxy',
  },
  {
    what: '50 such streams at once, as a share of the tokens a second without the proxy: monitor off; lexical',
    file: 'bench/results/proxy.json',
    value: '{throughput.off.ratioToDirect:2}; {throughput.lexical.ratioToDirect:2}',
    goal: '.95',
    command: 'npm run measure proxy',
  },
  {
    what: 'Greedy answers of a small real model, stopped after a sentence and continued: whole text equal to the uncut one, stock server; with `--swa-full`',
    file: 'docs/figures/continuation.json',
    value:
      '{stock.sentenceEnds.equal} of {stock.sentenceEnds.cuts}; {swa-full.sentenceEnds.equal} of {swa-full.sentenceEnds.cuts}',
    goal: '95 of 100',
    command: 'npm run measure continuation',
  },
  {
    what: 'Recall@3 of `walk` in the loop as a share of its own: MuSiQue, HotpotQA, 2Wiki, each by a model fitted on the other sets; bundled embedder; MiniLM',
    file: 'docs/figures/floor.json',
    value:
      '{static-1-256.leftOut[corpus=musique-train].recall.walk.kept:3}, {static-1-256.leftOut[corpus=hotpotqa-train].recall.walk.kept:3}, {static-1-256.leftOut[corpus=2wiki-half].recall.walk.kept:3}; {minilm-q8-384.leftOut[corpus=musique-train].recall.walk.kept:3}, {minilm-q8-384.leftOut[corpus=hotpotqa-train].recall.walk.kept:3}, {minilm-q8-384.leftOut[corpus=2wiki-half].recall.walk.kept:3}',
    goal: '.98',
    command: 'npm run measure floor -- --embedder minilm',
  },
  {
    what: 'The same: share of looks off the topic of the corpus that inject anything',
    file: 'docs/figures/floor.json',
    value:
      '{static-1-256.leftOut[corpus=musique-train].injected:3}, {static-1-256.leftOut[corpus=hotpotqa-train].injected:3}, {static-1-256.leftOut[corpus=2wiki-half].injected:3}; {minilm-q8-384.leftOut[corpus=musique-train].injected:3}, {minilm-q8-384.leftOut[corpus=hotpotqa-train].injected:3}, {minilm-q8-384.leftOut[corpus=2wiki-half].injected:3}',
    goal: '.02',
    command: 'npm run measure floor',
  },
  {
    what: 'One hit per place against every unit a hit, 44 questions to 29 papers: distinct characters in the first 3, 5, 10; nDCG@10',
    file: 'docs/figures/places.json',
    value:
      '{sets.29 real papers.places.inFirst.3.characters:0}, {sets.29 real papers.places.inFirst.5.characters:0}, {sets.29 real papers.places.inFirst.10.characters:0} against {sets.29 real papers.plain.inFirst.3.characters:0}, {sets.29 real papers.plain.inFirst.5.characters:0}, {sets.29 real papers.plain.inFirst.10.characters:0}; {sets.29 real papers.places.ndcg@10:3} against {sets.29 real papers.plain.ndcg@10:3}',
    goal: 'more; not less',
    command: 'npm run measure places',
  },
  {
    what: 'Triggers of the lexical monitor in 10,000 characters: traces written with many doubts; 1,000 abstracts. Tokens per injection',
    file: 'docs/figures/triggers.json',
    value:
      '{rates.traces.per10kCharacters:2}; {rates.SciFact abstracts.per10kCharacters:2}. {injections.tokensPerInjection:0}',
    goal: 'published 3.64; –. 176',
    command: 'npm run measure triggers',
  },
  {
    what: 'Doubts that the lexical monitor finds in sources left out of its training, and the precision of its triggers: all; without the traces; unusual wording. Triggers in 10,000 characters of abstracts',
    file: 'docs/figures/doubts.json',
    value:
      '{leftOut.all.recall:2}, {leftOut.all.precision:2}; {leftOut.withoutTraces.recall:2}, {leftOut.withoutTraces.precision:2}; {leftOut.unusual.recall:2}, {leftOut.unusual.precision:2}. {abstracts.per10kCharacters:2}',
    goal: '.67, .86. .05',
    command: 'npm run measure doubts',
  },
  {
    what: 'Area under the ROC of "this answer will be wrong", 400 open questions to a model of 270M parameters: least likely word, words of doubt, both',
    file: 'docs/figures/logprob-roc.json',
    value: '{all.logprob.auc:2}, {all.words.auc:2}, {all.joined.auc:2}',
    command: 'npm run measure logprob-roc',
  },
  {
    what: 'Our own time in a run of five proposers for each call of a model that answers at once; heap at run 50, at run 200',
    file: 'bench/results/solver.json',
    value: '{perCall.solver.ownMs.p50:1} ms; {memory.run50.heapMb:1}, {memory.run200.heapMb:1} MB',
    goal: '50 ms; the same',
    command: 'npm run measure solver',
  },
  {
    what: 'PDF pages read a second, against pdf-parse in the same run: one process each; with the two that an ingest uses here',
    file: 'bench/results/pdf.json',
    value:
      '{pagesPerSecond.gloss:0} against {pagesPerSecond.pdf-parse:0} ({times:1} ×); {pagesPerSecond.two processes:0} ({timesWithTwo:1} ×)',
    goal: '2 ×',
    command: 'npm run measure pdf',
  },
]

export async function figuresPart(): Promise<string> {
  const rows = await Promise.all(
    FIGURES.map(async ({ what, file, value, goal, command }) => [
      what,
      fill(value, JSON.parse(await readFile(join(ROOT, file), 'utf8')), file),
      goal ?? '',
      `\`${command}\``,
    ]),
  )
  return table(['what', 'measured', 'goal', 'command'], rows)
}

function fill(template: string, results: unknown, file: string): string {
  return template.replace(/\{([^}]+?)(?::(\d))?\}/g, (_, path: string, decimals?: string) => {
    const value = path.split('.').reduce(inside, results)
    if (typeof value !== 'number') throw new Error(`${file} holds no number at ${path}`)
    return decimals === undefined ? String(value) : value.toFixed(Number(decimals))
  })
}

function inside(value: unknown, step: string): unknown {
  const [, list, key, wanted] = /^(\w+)\[(\w+)=(.+)\]$/.exec(step) ?? []
  const found = (value as Record<string, unknown> | undefined)?.[list ?? step]
  if (key === undefined) return found
  return (found as Record<string, unknown>[] | undefined)?.find((row) => row[key] === wanted)
}
