/** What a pattern of the solver from outside implements. */

/** What one of a pattern's questions to a model says. @public */
export interface PatternMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** What a pattern works with. What it asks is journalled, counted and within the budget of the run. @public */
export interface PatternTools {
  /** A question to the model of a role, and its answer. `path` begins with the stage and is used once: `draft/0`. */
  ask(
    path: string,
    role: string,
    messages: readonly PatternMessage[],
    options?: { readonly temperature?: number; readonly maxTokens?: number },
  ): Promise<string>
  /** Tells who watches the run. */
  stage(name: string): void
  /** The best answer so far: what the run ends with, should it be ended. */
  offer(answer: string, path: string): void
}

/** A role of a pattern: it may have a model of its own, `GLOSS_LLM_<NAME>_MODEL`. @public */
export interface PatternPlugInRole {
  /** Letters only. */
  readonly name: string
  readonly does: string
}

/** A pattern of the solver: `export const pattern` of a module for `--pattern ./mine.js`, or given to `openGloss`. @public */
export interface PatternPlugIn {
  /** Lower-case letters and digits; not one of Gloss's own. */
  readonly name: string
  readonly title: string
  /** What it does, in a sentence. */
  readonly summary: string
  readonly roles: readonly PatternPlugInRole[]
  /** Most questions of a run, for projections: each of at most `maxTokens` tokens. */
  readonly most: { readonly questions: number; readonly maxTokens: number }
  /** The answer. What it asks must follow from the question and the answers that it got, or a run cannot be resumed. */
  run(question: string, tools: PatternTools): Promise<string>
}
