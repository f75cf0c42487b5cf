/** Why a trajectory is no sample, in the order in which it is asked; the first that applies counts (specs/rethinker.md 5.3). */
export const CURATION_REASONS = [
  /** Its answer was not judged right, or there is none. */
  'wrong_answer',
  /** The last turn lacks what its prompt asks for, turns do not alternate, or the model wrote nothing in one of its turns. */
  'bad_format',
  /** Fewer or more tool calls than asked for; only stages that have tools. */
  'tool_count',
  /** Says what another trajectory of its question and stage says with no more calls. */
  'duplicate',
  /** Left out for the ratios of the stages. */
  'resampled',
  /** Its output does not follow from its thought, or a judgement of it could not be read. */
  'contradictory',
  /** Code failed, ran out of time, or read a page that could not be read. */
  'failed_tool',
] as const

export type CurationReason = (typeof CURATION_REASONS)[number]

/** Stages whose ratios can be asked for: the roles of ReThinker. */
export const CURATION_STAGES = ['solver', 'reflector', 'critic', 'selector'] as const
