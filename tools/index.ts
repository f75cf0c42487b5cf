export {
  type CodeResult,
  type CodeRunner,
  type CodeSession,
  DEFAULT_TIMEOUT_MS,
  type GuestFunction,
  type GuestFunctions,
  type Json,
  OUTPUT_CHARACTERS,
  type RunOptions,
} from './sandbox/index.ts'
