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

/** An error that recurs until the caller does what `help` says. */
const lasting = (http: number, help: string): Entry => ({ http, retry: false, help })
/** An error after which the same call may succeed later. */
const temporary = (http: number, help: string): Entry => ({ http, retry: true, help })

const CODES = {
  CONFIG_INVALID: lasting(
    500,
    'Fix the listed settings and start again; `gloss doctor` shows the settings in force.',
  ),
  PROMPT_INVALID: lasting(
    500,
    'Correct the named slots of the prompt file, or reinstall Gloss to restore it.',
  ),
  INPUT_INVALID: lasting(400, 'Correct the named field; /docs and `gloss help` list the accepted values.'),
  PLUGIN_INVALID: lasting(400, 'Correct the module; docs/plug-ins.md says what each kind must export.'),
  PLUGIN_FAILED: lasting(
    502,
    'Correct the plug-in, or do without it; docs/plug-ins.md says what it must return.',
  ),
  PATH_NOT_FOUND: lasting(404, 'Check the path; it is relative to the current folder.'),
  CORPUS_NOT_FOUND: lasting(
    404,
    'List the corpora with `gloss corpus list`, or create one with `gloss ingest PATH --corpus NAME`.',
  ),
  PAPER_NOT_FOUND: lasting(404, 'List the papers with `gloss papers`.'),
  PAGE_NOT_FOUND: lasting(404, 'Pages count from 1 to the page count that `gloss papers` shows.'),
  UNIT_NOT_FOUND: lasting(
    404,
    'List the units with `gloss units`; a unit is removed when its paper changes.',
  ),
  NAME_NOT_FOUND: lasting(404, 'Search for names with `gloss graph names PART` or /entities?q=PART.'),
  TOO_MANY_CORPORA: lasting(409, 'Delete a corpus that is not needed, or raise GLOSS_MAX_CORPORA.'),
  CORPUS_BUSY: temporary(409, 'Wait for the named writer to finish, or stop it.'),
  RUN_BUSY: temporary(
    409,
    'Wait for the named process to finish; or stop it, then resume the run with `gloss runs resume ID`.',
  ),
  RESULTS_BUSY: temporary(
    409,
    'Wait for the named process to finish, stop it, or name another folder with --out.',
  ),
  STORE_DAMAGED: lasting(
    500,
    'Run `gloss corpus repair`, or restore a backup with `gloss corpus restore`; `gloss corpus verify` lists the faults.',
  ),
  BACKUP_DAMAGED: lasting(500, 'Restore another backup; this one is damaged, and nothing was changed.'),
  STORE_TOO_NEW: lasting(500, 'This corpus was written by a newer Gloss; update Gloss to open it.'),
  STORE_UNREACHABLE: temporary(503, 'Check GLOSS_STORE or GLOSS_FILES, and that its server is running.'),
  STORE_UNWRITABLE: temporary(507, 'Check the free disk space and the permissions of the workspace folder.'),
  INDEX_STALE: temporary(409, 'The index is a cache; the next call rebuilds it from the corpus.'),
  GRAPH_MISSING: lasting(409, 'Build the entity graph with `gloss graph build`.'),
  EMBEDDER_MISMATCH: lasting(
    409,
    'Use the embedder that the corpus was indexed with, or change it with `gloss corpus embed --embedder NAME`.',
  ),
  EMBEDDER_UNAVAILABLE: lasting(
    503,
    'Download the model with `gloss fetch minilm`, set GLOSS_MODELS to a folder that contains it, or use `--embedder static`, which needs no download.',
  ),
  FEATURE_MISSING: lasting(
    503,
    'Fetch it once with `gloss fetch NAME`, or let Gloss fetch what it needs with GLOSS_FETCH=always; `gloss fetch` lists the parts.',
  ),
  PACKAGE_MISSING: lasting(
    503,
    'Get it with `npm install` and the name of the package, in the same folder as Gloss.',
  ),
  FEATURE_UNFETCHED: temporary(
    503,
    'Remove the cause and try again; `npm config get registry` shows the registry in use. Without a network, copy the folder from a machine that has the part (docs/install.md).',
  ),
  TUNED_TABLE_UNUSABLE: lasting(
    409,
    'Restore its folder, return to the bundled table with `gloss tune --undo`, or tune a new one with `gloss tune`.',
  ),
  TUNING_FUTILE: lasting(
    409,
    'The corpus keeps the table it had. Try again when it has more papers, or with another teacher: `gloss tune --teacher openai`.',
  ),
  BUDGET_REACHED: lasting(
    409,
    'Resume the run with a larger budget: `gloss runs resume ID --budget-tokens N`.',
  ),
  RUN_CHANGED: lasting(
    409,
    'The prompts, settings or Gloss version changed since this run began; start a new run.',
  ),
  NO_SOLUTION: temporary(
    502,
    'The message quotes the model server; `gloss runs resume ID --again` repeats the failed calls.',
  ),
  RUN_NOT_FOUND: lasting(404, 'List the runs with `gloss runs list`.'),
  MODEL_UNCONFIGURED: lasting(
    409,
    'Set GLOSS_LLM_URL and GLOSS_LLM_MODEL (and GLOSS_LLM_KEY if the server requires a key).',
  ),
  MODEL_UNAVAILABLE: temporary(
    503,
    'The model server could not be reached or failed; check its address and its log, then try again.',
  ),
  LOGPROBS_MISSING: lasting(
    502,
    'Ask a server that sends log probabilities (`logprobs` of the OpenAI protocol), or choose a monitor that needs none: `--monitor lexical`.',
  ),
  MODEL_RATE_LIMITED: temporary(
    503,
    'The model server limits its request rate; set GLOSS_LLM_TOKENS_PER_MINUTE or GLOSS_LLM_CONCURRENCY to match.',
  ),
  MODEL_TIMEOUT: temporary(
    504,
    'The model server was silent for too long; `deadline` says at which point. The deadlines are GLOSS_LLM_FIRST_TOKEN_MS, GLOSS_LLM_BETWEEN_TOKENS_MS and GLOSS_LLM_TOTAL_MS; for a reranker GLOSS_RANKING_TIMEOUT_MS.',
  ),
  MODEL_REFUSED: lasting(
    502,
    'The model server refused the request; the message gives the reason, such as a wrong key, an unknown model or a request that is too long.',
  ),
  MODEL_PROTOCOL: temporary(
    502,
    'The reply was not from a chat API; check that GLOSS_LLM_URL is the base address of one, which often ends in /v1.',
  ),
  MODEL_STREAM_BROKEN: temporary(502, 'The connection was lost before the answer was complete; try again.'),
  MODEL_ANSWER_INVALID: temporary(
    502,
    'The model did not answer in the required format; try again or use a stronger model.',
  ),
  MODEL_FOLDER_INVALID: lasting(
    503,
    'Name a folder of the right kind of model, with config.json, tokenizer.json, tokenizer_config.json and onnx/, or leave the setting out; docs/backends.md says which models fit.',
  ),
  SANDBOX_UNAVAILABLE: lasting(
    503,
    'Install bubblewrap and python3, or set GLOSS_SANDBOX=pyodide; `gloss doctor` shows what the sandbox is missing.',
  ),
  EXECUTE_OFF: lasting(403, 'Set GLOSS_EXECUTE=1 on the server to let its clients run code in the sandbox.'),
  LINK_REFUSED: lasting(403, 'Only public http and https addresses on the usual ports are followed.'),
  LINK_FAILED: temporary(502, 'The page could not be read; try it in a browser.'),
  SEARCH_FAILED: temporary(
    502,
    'Check the address or key of the search engine: GLOSS_SEARCH_URL, GLOSS_BRAVE_KEY or GLOSS_SERP_KEY.',
  ),
  CONSENT_NEEDED: lasting(409, 'If you agree to this, repeat the command with --yes.'),
  TOPIC_UNKNOWN: lasting(400, 'Use `biochem`, `none`, or the path of a YAML or JSON keyword file.'),
  FILE_UNREADABLE: lasting(422, 'Check the permissions and the contents of the named file.'),
  FILE_GONE: lasting(404, 'Put the file back where it was, or ingest it from where it is now.'),
  JOB_NOT_FOUND: lasting(
    404,
    'List the jobs at /jobs; those that have ended are kept until the server stops.',
  ),
  ROUTE_NOT_FOUND: lasting(404, 'The routes are listed at /docs.'),
  METHOD_NOT_ALLOWED: lasting(405, 'Use one of the methods in the Allow header.'),
  TOO_LARGE: lasting(413, 'Send a smaller request; the limits are listed in docs/config.md.'),
  UNSUPPORTED_MEDIA: lasting(415, 'Send application/json, or multipart/form-data for uploads.'),
  RATE_LIMITED: temporary(429, 'Wait for the time given in the Retry-After header.'),
  QUEUE_FULL: temporary(
    503,
    'Wait for the time given in the Retry-After header; docs/config.md lists the limits.',
  ),
  UNAUTHORISED: lasting(401, 'Send the key as `Authorization: Bearer KEY` or `X-API-Key: KEY`.'),
  ORIGIN_REFUSED: lasting(
    403,
    'Use the address that `gloss serve` prints; to use another host name, make a key (`gloss keys add`) and send it.',
  ),
  RIGHT_MISSING: lasting(403, 'Use a key with that right; `gloss keys list` shows them.'),
  KEY_FILE_REFUSED: lasting(500, 'Correct the key file; until then all keys in it are refused.'),
  KEY_NOT_FOUND: lasting(404, 'List the keys with `gloss keys list`.'),
  STOPPING: temporary(503, 'The server is shutting down; try again in a moment.'),
  LIBRARY_CLOSED: lasting(409, 'Open the workspace again with `openGloss`; close it after the last call.'),
  INTERNAL: lasting(500, 'This is a bug in Gloss; the log has the details under the request id.'),
} satisfies Record<string, Entry>

export type ErrorCode = keyof typeof CODES
export const errorCatalogue: Readonly<Record<ErrorCode, Entry>> = CODES

/** Seconds that a caller is asked to wait if the queue is full (`QUEUE_FULL`). Chosen, not measured. */
export const RETRY_AFTER_SECONDS = 5
