/** Tables with what a user stored, parents first; `tally` is derived from them. */
export const CORPUS_TABLES = [
  'setting',
  'call',
  'paper',
  'paper_path',
  'page',
  'gate',
  'unit',
  'embedder',
  'vector',
  'removed',
  'unit_graph',
  'mention',
  'fact',
  'synonym',
  'phrase_vector',
] as const
