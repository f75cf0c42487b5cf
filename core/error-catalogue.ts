/**
 * Every failure a caller may act on, by stable code.
 * `http` is the status of a problem+json answer, `retry` says whether the same call may succeed later,
 * `help` what to do next. docs/errors.md is generated from this table and a test compares the two.
 */
interface Entry {
  readonly http: number
  readonly retry: boolean
  readonly help: string
}

const CODES = {
  CONFIG_INVALID: {
    http: 500,
    retry: false,
    help: 'Fix the listed settings and start again; `gloss doctor` shows the settings in force.',
  },
  PROMPT_INVALID: {
    http: 500,
    retry: false,
    help: 'Put the named slots of the prompt file right, or reinstall Gloss to get the file back as it was.',
  },
  INPUT_INVALID: {
    http: 400,
    retry: false,
    help: 'Correct the named field; /docs and `gloss help` list the accepted values.',
  },
  PLUGIN_INVALID: {
    http: 400,
    retry: false,
    help: 'docs/plug-ins.md says what a module of each kind exports.',
  },
  PLUGIN_FAILED: {
    http: 502,
    retry: false,
    help: 'Correct the plug-in, or ask without it; docs/plug-ins.md says what it must answer.',
  },
  PATH_NOT_FOUND: { http: 404, retry: false, help: 'Check the path; it is relative to the current folder.' },
  CORPUS_NOT_FOUND: {
    http: 404,
    retry: false,
    help: 'List the corpora with `gloss corpus list`, or create one with `gloss ingest PATH --corpus NAME`.',
  },
  PAPER_NOT_FOUND: { http: 404, retry: false, help: 'List the papers with `gloss papers`.' },
  PAGE_NOT_FOUND: {
    http: 404,
    retry: false,
    help: 'Pages count from 1 to the page count that `gloss papers` shows.',
  },
  UNIT_NOT_FOUND: {
    http: 404,
    retry: false,
    help: 'List the units with `gloss units`; a unit is removed when its paper changes.',
  },
  NAME_NOT_FOUND: {
    http: 404,
    retry: false,
    help: 'Search for names with `gloss graph names PART` or /entities?q=PART.',
  },
  TOO_MANY_CORPORA: {
    http: 409,
    retry: false,
    help: 'Delete a corpus that is not needed, or raise GLOSS_MAX_CORPORA.',
  },
  CORPUS_BUSY: { http: 409, retry: true, help: 'Wait for the named writer to finish, or stop it.' },
  RUN_BUSY: {
    http: 409,
    retry: true,
    help: 'Wait for the named process to finish; or stop it, then resume the run with `gloss runs resume ID`.',
  },
  RESULTS_BUSY: {
    http: 409,
    retry: true,
    help: 'Wait for the named process to finish, stop it, or name another folder with --out.',
  },
  STORE_DAMAGED: {
    http: 500,
    retry: false,
    help: 'Run `gloss corpus repair`, or restore a backup with `gloss corpus restore`; `gloss corpus verify` lists the faults.',
  },
  BACKUP_DAMAGED: {
    http: 500,
    retry: false,
    help: 'Restore another backup; this one is not whole, and nothing was changed.',
  },
  STORE_TOO_NEW: {
    http: 500,
    retry: false,
    help: 'This corpus was written by a newer Gloss; update Gloss to open it.',
  },
  STORE_UNREACHABLE: { http: 503, retry: true, help: 'Check GLOSS_STORE and its server.' },
  STORE_UNWRITABLE: {
    http: 507,
    retry: true,
    help: 'Check the free disk space and the permissions of the workspace folder.',
  },
  INDEX_STALE: {
    http: 409,
    retry: true,
    help: 'The index is a cache; the next call rebuilds it from the corpus.',
  },
  GRAPH_MISSING: { http: 409, retry: false, help: 'Build the entity graph with `gloss graph build`.' },
  EMBEDDER_MISMATCH: {
    http: 409,
    retry: false,
    help: 'Ask with the embedder the corpus was indexed with, or run `gloss corpus embed --embedder NAME`.',
  },
  EMBEDDER_UNAVAILABLE: {
    http: 503,
    retry: false,
    help: 'Download the model with `gloss fetch minilm`, set GLOSS_MODELS to a folder that contains it, or use `--embedder static`, which needs no download.',
  },
  FEATURE_MISSING: {
    http: 503,
    retry: false,
    help: 'Fetch it once with `gloss fetch NAME`, or let Gloss fetch what it needs with GLOSS_FETCH=always; `gloss fetch` lists what there is.',
  },
  PACKAGE_MISSING: {
    http: 503,
    retry: false,
    help: 'Get it with `npm install` and the name of the package, in the same folder as Gloss.',
  },
  FEATURE_UNFETCHED: {
    http: 503,
    retry: true,
    help: 'Try again when the cause is gone; `npm config get registry` shows which registry is asked. On a machine without a network, copy the folder of a machine that has it (docs/install.md).',
  },
  TUNED_TABLE_UNUSABLE: {
    http: 409,
    retry: false,
    help: 'Put its folder back; or return to the bundled table with `gloss tune --undo`; or learn a new one with `gloss tune`.',
  },
  TUNING_FUTILE: {
    http: 409,
    retry: false,
    help: 'The corpus keeps the table it had. Try again when it has more papers, or with another teacher: `gloss tune --teacher openai`.',
  },
  BUDGET_REACHED: {
    http: 409,
    retry: false,
    help: 'Resume the run with a larger budget: `gloss runs resume ID --budget-tokens N`.',
  },
  RUN_CHANGED: {
    http: 409,
    retry: false,
    help: 'The prompts, settings or Gloss version changed since this run began; start a new run.',
  },
  NO_SOLUTION: {
    http: 502,
    retry: true,
    help: 'The message quotes the model server; `gloss runs resume ID --again` repeats the failed calls.',
  },
  RUN_NOT_FOUND: { http: 404, retry: false, help: 'List the runs with `gloss runs list`.' },
  MODEL_UNCONFIGURED: {
    http: 409,
    retry: false,
    help: 'Set GLOSS_LLM_URL and GLOSS_LLM_MODEL (and GLOSS_LLM_KEY if the server requires a key).',
  },
  MODEL_UNAVAILABLE: {
    http: 503,
    retry: true,
    help: 'The model server could not be reached or failed; check its address and its log, then try again.',
  },
  LOGPROBS_MISSING: {
    http: 502,
    retry: false,
    help: 'Ask a server that sends log probabilities (`logprobs` of the OpenAI protocol), or choose a monitor that needs none: `--monitor lexical`.',
  },
  MODEL_RATE_LIMITED: {
    http: 503,
    retry: true,
    help: 'The model server limits its request rate; set GLOSS_LLM_TOKENS_PER_MINUTE or GLOSS_LLM_CONCURRENCY to match.',
  },
  MODEL_TIMEOUT: {
    http: 504,
    retry: true,
    help: 'The model server was silent for too long; `deadline` says at which point. The deadlines are GLOSS_LLM_FIRST_TOKEN_MS, GLOSS_LLM_BETWEEN_TOKENS_MS and GLOSS_LLM_TOTAL_MS; for a reranker GLOSS_RANKING_TIMEOUT_MS.',
  },
  MODEL_REFUSED: {
    http: 502,
    retry: false,
    help: 'The model server refused the request; the message gives the reason, such as a wrong key, an unknown model or a request that is too long.',
  },
  MODEL_PROTOCOL: {
    http: 502,
    retry: true,
    help: 'The reply was not from a chat API; check that GLOSS_LLM_URL is the base address of one, which often ends in /v1.',
  },
  MODEL_STREAM_BROKEN: {
    http: 502,
    retry: true,
    help: 'The connection was lost before the answer was complete; try again.',
  },
  MODEL_ANSWER_INVALID: {
    http: 502,
    retry: true,
    help: 'The model did not answer in the required format; try again or use a stronger model.',
  },
  MODEL_FOLDER_INVALID: {
    http: 503,
    retry: false,
    help: 'Name a folder of the right kind of model, with config.json, tokenizer.json, tokenizer_config.json and onnx/, or leave the setting out; docs/backends.md says which models fit.',
  },
  SANDBOX_UNAVAILABLE: {
    http: 503,
    retry: false,
    help: 'Install bubblewrap and python3, or set GLOSS_SANDBOX=pyodide; `gloss doctor` shows what the sandbox is missing.',
  },
  EXECUTE_OFF: {
    http: 403,
    retry: false,
    help: 'Set GLOSS_EXECUTE=1 on the server to let its clients run code in the sandbox.',
  },
  LINK_REFUSED: {
    http: 403,
    retry: false,
    help: 'Only public http and https addresses on the usual ports are followed.',
  },
  LINK_FAILED: { http: 502, retry: true, help: 'The page could not be read; try it in a browser.' },
  SEARCH_FAILED: {
    http: 502,
    retry: true,
    help: 'Check the address or key of the search engine: GLOSS_SEARCH_URL, GLOSS_BRAVE_KEY or GLOSS_SERP_KEY.',
  },
  CONSENT_NEEDED: { http: 409, retry: false, help: 'If you agree to this, repeat the command with --yes.' },
  TOPIC_UNKNOWN: {
    http: 400,
    retry: false,
    help: 'Use `biochem`, `none`, or the path of a YAML or JSON keyword file.',
  },
  FILE_UNREADABLE: {
    http: 422,
    retry: false,
    help: 'Check the permissions and the contents of the named file.',
  },
  FILE_GONE: {
    http: 404,
    retry: false,
    help: 'Put the file back where it was, or ingest it from where it is now.',
  },
  JOB_NOT_FOUND: {
    http: 404,
    retry: false,
    help: 'List the jobs at /jobs; those that have ended are kept until the server stops.',
  },
  ROUTE_NOT_FOUND: { http: 404, retry: false, help: 'The routes are listed at /docs.' },
  METHOD_NOT_ALLOWED: { http: 405, retry: false, help: 'Use one of the methods in the Allow header.' },
  TOO_LARGE: {
    http: 413,
    retry: false,
    help: 'Send a smaller request; the limits are listed in docs/config.md.',
  },
  UNSUPPORTED_MEDIA: {
    http: 415,
    retry: false,
    help: 'Send application/json, or multipart/form-data for uploads.',
  },
  RATE_LIMITED: { http: 429, retry: true, help: 'Wait for the time given in the Retry-After header.' },
  QUEUE_FULL: {
    http: 503,
    retry: true,
    help: 'Wait for the time given in the Retry-After header; docs/config.md lists the limits.',
  },
  UNAUTHORISED: {
    http: 401,
    retry: false,
    help: 'Send the key as `Authorization: Bearer KEY` or `X-API-Key: KEY`.',
  },
  ORIGIN_REFUSED: {
    http: 403,
    retry: false,
    help: 'Use the address that `gloss serve` prints; to use another host name, make a key (`gloss keys add`) and send it.',
  },
  RIGHT_MISSING: {
    http: 403,
    retry: false,
    help: 'Use a key with that right; `gloss keys list` shows them.',
  },
  KEY_FILE_REFUSED: {
    http: 500,
    retry: false,
    help: 'Correct the key file; until then all keys in it are refused.',
  },
  KEY_NOT_FOUND: { http: 404, retry: false, help: 'List the keys with `gloss keys list`.' },
  STOPPING: { http: 503, retry: true, help: 'The server is shutting down; try again in a moment.' },
  INTERNAL: {
    http: 500,
    retry: false,
    help: 'This is a bug in Gloss; the log has the details under the request id.',
  },
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof CODES
export const errorCatalogue: Readonly<Record<ErrorCode, Entry>> = CODES

/** Seconds that a caller who met a full queue (`QUEUE_FULL`) is asked to wait. Chosen, not measured. */
export const RETRY_AFTER_SECONDS = 5
