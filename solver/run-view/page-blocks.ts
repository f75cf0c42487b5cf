/** Defines the blocks of a page about a run. Every format of the page shows all of them. */

export type PageBlock =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  /** A line written by Gloss. */
  | { readonly type: 'note'; readonly text: string }
  /** A failure. */
  | { readonly type: 'problem'; readonly text: string }
  /** Text of a person or a model, unchanged. `by`: origin of a text in a model's stream that the model did not write. */
  | { readonly type: 'text'; readonly text: string; readonly by?: 'injection' | 'code' | 'reasoning' }
  /** Exact input of a model. */
  | { readonly type: 'verbatim'; readonly text: string }
  /** The first row is the head. */
  | { readonly type: 'table'; readonly rows: readonly (readonly string[])[] }
  /** Details for some readers. */
  | { readonly type: 'folded'; readonly title: string; readonly blocks: readonly PageBlock[] }

export function heading(level: 1 | 2 | 3, text: string): PageBlock {
  return { type: 'heading', level, text }
}

export function note(text: string): PageBlock {
  return { type: 'note', text }
}

/** Returns a table, or nothing if there are no rows below the head. */
export function tableOf(rows: readonly (readonly string[])[]): PageBlock[] {
  return rows.length < 2 ? [] : [{ type: 'table', rows }]
}

export function folded(title: string, blocks: readonly PageBlock[]): PageBlock[] {
  return blocks.length === 0 ? [] : [{ type: 'folded', title, blocks }]
}
