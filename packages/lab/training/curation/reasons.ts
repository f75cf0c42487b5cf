/** Reasons why a trajectory is not a sample, in the order of the checks; the first that applies counts (specs/rethinker.md 5.3). */
export const CURATION_REASONS = [
  /** The answer was not judged right, or there is none. */
  'wrong_answer',
  /** The last turn lacks what its prompt asks for, turns do not alternate, or the model wrote nothing in one of its turns. */
  'bad_format',
  /** Fewer or more tool calls than required, in stages that have tools. */
  'tool_count',
  /** Another trajectory of its question and stage says the same with no more calls. */
  'duplicate',
  /** Left out to meet the ratios of the stages. */
  'resampled',
  /** Its output does not follow from its thought, or a judgement of it could not be read. */
  'contradictory',
  /** Code failed, ran out of time, or read a page that could not be read. */
  'failed_tool',
] as const

export type CurationReason = (typeof CURATION_REASONS)[number]

/** Stages whose ratios can be set: the roles of ReThinker. */
export const CURATION_STAGES = ['solver', 'reflector', 'critic', 'selector'] as const
