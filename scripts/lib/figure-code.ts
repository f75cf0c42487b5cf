/**
 * Which code a committed figure depends on: folders and files from the root of the project. A figure is out of date when one of them
 * changed after it was measured (tests/repo/current-figures.test.ts).
 */
const READING = ['ingest/extract', 'ingest/adapters', 'ingest/describe']
const UNITS = [...READING, 'ingest/passages', 'ingest/prose', 'ingest/summarise', 'ingest/asides.ts']
const TABLE = ['models/static', 'models/adapters/static-embedder.ts', 'models/word-pieces.ts']
const SEARCH = [...TABLE, 'index', 'graph', 'retrieval']
const CHAT = ['models/adapters', 'models/chat', 'models/continuation']
const MONITOR = ['monitor']

export const CODE_OF_FIGURES: Readonly<Record<string, readonly string[]>> = {
  answerable: [...UNITS, ...SEARCH],
  answers: [...UNITS, ...SEARCH],
  'body-text': READING,
  continuation: CHAT,
  describe: READING,
  doubts: MONITOR,
  facts: SEARCH,
  floor: [...SEARCH, ...MONITOR],
  fusion: SEARCH,
  gate: [...READING, ...TABLE, 'ingest/gate'],
  graders: ['evaluation/answers'],
  hops: [...UNITS, ...SEARCH],
  'logprob-roc': ['monitor/monitors'],
  mutation: [
    ...['core', 'ingest/passages', 'ingest/gate', 'ingest/summarise', 'index', 'graph', 'retrieval'],
    ...['monitor', 'solver/reading', 'evaluation'],
  ],
  'optional-models': [...SEARCH, 'models/adapters/folder-token-embedder.ts'],
  places: [...UNITS, ...SEARCH],
  prose: [...READING, 'ingest/prose'],
  quantities: READING,
  retrieval: SEARCH,
  sentences: [...UNITS, ...SEARCH],
  triggers: MONITOR,
  tune: ['app/tune', 'models/table', 'models/static'],
  'unit-answers': UNITS,
  units: [...UNITS, ...TABLE],
  walk: SEARCH,
}

export const CODE_OF_BENCHES: Readonly<Record<string, readonly string[]>> = {
  change: ['corpus', 'index', 'graph', 'retrieval', 'app/wiring'],
  'chat-stream': CHAT,
  embed: ['models/adapters', 'models/static', 'models/word-pieces.ts'],
  'graph-backends': SEARCH,
  ingest: ['ingest', 'corpus', 'index', 'app/ingest'],
  'lexical-monitor': MONITOR,
  'name-graph': ['graph', 'retrieval'],
  neighbours: ['index'],
  'page-blob': ['corpus'],
  pagerank: ['graph/rank'],
  pdf: READING,
  peers: [...SEARCH, ...READING],
  proxy: [...MONITOR, 'app/proxy', 'api/v1'],
  service: [...SEARCH, 'api', 'app/wiring'],
  soak: ['api/http', 'api/jobs', 'api/runs', 'app/wiring/open-corpora.ts', 'tools/sandbox/runner.ts'],
  solver: ['solver', 'monitor', 'app/solve'],
  'solver-patterns': ['solver', 'monitor', 'app/solve'],
  store: ['corpus'],
}
