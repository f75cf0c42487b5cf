/** Interfaces for patterns of the solver from outside. */

/** A message of a pattern's question to a model. @public */
export interface PatternMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** The tools of a pattern. Its questions are journalled, counted and limited by the budget of the run. @public */
export interface PatternTools {
  /** Sends a question to the model of a role and returns the answer. `path` begins with the stage and is used once: `draft/0`. */
  ask(
    path: string,
    role: string,
    messages: readonly PatternMessage[],
    options?: { readonly temperature?: number; readonly maxTokens?: number },
  ): Promise<string>
  /** Reports the stage to observers of the run. */
  stage(name: string): void
  /** Sets the best answer so far, which is the result of the run if it is stopped early. */
  offer(answer: string, path: string): void
}

/** A role of a pattern, which may have its own model, `GLOSS_LLM_<NAME>_MODEL`. @public */
export interface PatternPlugInRole {
  /** Name of the role, only letters. */
  readonly name: string
  readonly does: string
}

/** A pattern of the solver: `export const pattern` of a module for `--pattern ./mine.js`, or passed to `openGloss`. @public */
export interface PatternPlugIn {
  /** Name in lower-case letters and digits; not one of Gloss's own. */
  readonly name: string
  readonly title: string
  /** What the pattern does, in a sentence. */
  readonly summary: string
  readonly roles: readonly PatternPlugInRole[]
  /** Upper bounds of a run, for projections: the number of questions, and the tokens of each. */
  readonly most: { readonly questions: number; readonly maxTokens: number }
  /** Returns the answer. Its questions must follow from the question and the answers it got, or a run cannot be resumed. */
  run(question: string, tools: PatternTools): Promise<string>
}
