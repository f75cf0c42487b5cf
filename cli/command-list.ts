/** Lists the commands in the order of the help. Each loads only its own code, so that one command does not pay for all the others. */
import { type LoadCommand, labCommand } from './command-package.ts'

export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, LoadCommand>>>> = {
  'Build and ask:': {
    ingest: async () => (await import('./commands/ingest.ts')).addIngestCommand,
    work: async () => (await import('./commands/work.ts')).addWorkCommand,
    watch: async () => (await import('./commands/watch.ts')).addWatchCommand,
    ask: async () => (await import('./commands/ask.ts')).addAskCommand,
    retrieve: async () => (await import('./commands/retrieve.ts')).addRetrieveCommand,
    verify: async () => (await import('./commands/verify.ts')).addVerifyCommand,
    check: async () => (await import('./commands/check.ts')).addCheckCommand,
    tables: async () => (await import('./commands/tables.ts')).addTablesCommand,
    values: async () => (await import('./commands/values.ts')).addValuesCommand,
    table: async () => (await import('./commands/paper-table.ts')).addTableCommand,
    conflicts: async () => (await import('./commands/paper-table.ts')).addConflictsCommand,
    think: async () => (await import('./commands/think.ts')).addThinkCommand,
    solve: async () => (await import('./commands/solve.ts')).addSolveCommand,
    serve: async () => (await import('./commands/serve.ts')).addServeCommand,
    mcp: async () => (await import('./commands/mcp.ts')).addMcpCommand,
  },
  'Inspect and correct:': {
    papers: async () => (await import('./commands/papers.ts')).addPapersCommand,
    references: async () => (await import('./commands/references.ts')).addReferencesCommand,
    units: async () => (await import('./commands/papers.ts')).addUnitsCommand,
    gate: async () => (await import('./commands/gate.ts')).addGateCommand,
    graph: async () => (await import('./commands/graph.ts')).addGraphCommand,
    corpus: async () => (await import('./commands/corpus.ts')).addCorpusCommand,
    runs: async () => (await import('./commands/runs.ts')).addRunsCommand,
    tune: labCommand('tune'),
  },
  'Import, export and evaluate:': {
    import: async () => (await import('./commands/transfer.ts')).addImportCommand,
    export: async () => (await import('./commands/transfer.ts')).addExportCommand,
    eval: labCommand('eval'),
    compare: async () => (await import('./commands/compare.ts')).addCompareCommand,
    'compare-patterns': labCommand('compare-patterns'),
    ablate: labCommand('ablate'),
    curate: labCommand('curate'),
    synthesise: labCommand('synthesise'),
  },
  'Set up:': {
    keys: async () => (await import('./commands/keys.ts')).addKeysCommand,
    doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
    fetch: async () => (await import('./commands/fetch.ts')).addFetchCommand,
    backends: async () => (await import('./commands/backends.ts')).addBackendsCommand,
    completion: async () => (await import('./commands/completion.ts')).addCompletionCommand,
  },
}
