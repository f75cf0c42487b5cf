/**
 * The schema of a corpus file: an append-only list of migrations; `user_version` counts those applied.
 * The file is recognised by its application id, so that no other program's database is mistaken for a corpus.
 */
import type { Database } from 'better-sqlite3'
import { GlossError } from '../../core/index.ts'
import { addDigests } from './sqlite-digests.ts'
import { addTally } from './sqlite-tally.ts'

/** `GLOS` in ASCII. */
const APPLICATION_ID = 0x474c4f53

type Migration = (database: Database) => void

/**
 * `unit.seq` is the change that last touched the unit's indexed form; `removed` has, for each unit, the last change that
 * removed such a form. `row` follows the order of insertion. Deleting a paper deletes its child rows.
 */
function m001_initial(database: Database): void {
  database.exec(`
    CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL) STRICT;
    INSERT INTO meta VALUES (1, 0);
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE call (hash TEXT PRIMARY KEY, answer TEXT NOT NULL) STRICT;

    CREATE TABLE paper (
      id TEXT PRIMARY KEY, format TEXT NOT NULL, document TEXT, title TEXT NOT NULL, authors TEXT NOT NULL,
      abstract TEXT NOT NULL, year INTEGER, doi TEXT, language TEXT, licence TEXT, sections TEXT NOT NULL,
      body_end INTEGER NOT NULL, page_count INTEGER NOT NULL, state TEXT NOT NULL, detail TEXT NOT NULL,
      recipe TEXT NOT NULL
    ) STRICT;
    CREATE INDEX paper_by_state ON paper (state, id);
    CREATE TABLE paper_path (
      row INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE,
      paper TEXT NOT NULL REFERENCES paper (id) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX path_by_paper ON paper_path (paper);
    CREATE TABLE page (
      paper TEXT NOT NULL REFERENCES paper (id) ON DELETE CASCADE, number INTEGER NOT NULL,
      width REAL NOT NULL, height REAL NOT NULL, text TEXT NOT NULL, boxes BLOB,
      PRIMARY KEY (paper, number)
    ) STRICT;
    CREATE TABLE gate (
      paper TEXT PRIMARY KEY REFERENCES paper (id) ON DELETE CASCADE, record TEXT NOT NULL
    ) STRICT;

    CREATE TABLE unit (
      row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
      paper TEXT NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
      kind TEXT NOT NULL, ordinal INTEGER NOT NULL, name TEXT NOT NULL, year INTEGER, locator TEXT NOT NULL,
      topic TEXT NOT NULL, text TEXT NOT NULL, page INTEGER, start_offset INTEGER, end_offset INTEGER,
      made TEXT NOT NULL, seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX unit_by_place ON unit (paper, kind DESC, ordinal);
    CREATE INDEX unit_by_seq ON unit (seq);
    CREATE TABLE embedder (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE vector (
      unit INTEGER NOT NULL REFERENCES unit (row) ON DELETE CASCADE,
      embedder INTEGER NOT NULL REFERENCES embedder (row), value BLOB NOT NULL,
      PRIMARY KEY (unit, embedder)
    ) STRICT;
    CREATE TABLE removed (unit TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX removed_by_seq ON removed (seq);
  `)
}

/** `unit_graph.seq` is the change that last touched the unit's names or facts; `place` is their order within the unit. */
function m002_graph(database: Database): void {
  database.exec(`
    CREATE TABLE unit_graph (
      unit INTEGER PRIMARY KEY REFERENCES unit (row) ON DELETE CASCADE,
      recipe TEXT, made TEXT, entities TEXT, triples TEXT, seq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX unit_graph_by_seq ON unit_graph (seq);
    CREATE TABLE mention (
      unit INTEGER NOT NULL REFERENCES unit (row) ON DELETE CASCADE, place INTEGER NOT NULL,
      name TEXT NOT NULL, alias TEXT NOT NULL, kind TEXT NOT NULL, is_subject INTEGER NOT NULL,
      start_offset INTEGER, end_offset INTEGER, PRIMARY KEY (unit, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mention_by_name ON mention (name);
    CREATE INDEX mention_by_alias ON mention (alias) WHERE alias <> name;
    CREATE TABLE fact (
      unit INTEGER NOT NULL REFERENCES unit (row) ON DELETE CASCADE, place INTEGER NOT NULL,
      subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, PRIMARY KEY (unit, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX fact_by_subject ON fact (subject);
    CREATE INDEX fact_by_object ON fact (object);
    CREATE TABLE synonym (
      one TEXT NOT NULL, other TEXT NOT NULL, embedder INTEGER NOT NULL REFERENCES embedder (row),
      cosine REAL NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (one, other, embedder)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX synonym_by_other ON synonym (other);
    CREATE INDEX synonym_by_seq ON synonym (seq);
    CREATE TABLE phrase_vector (
      phrase TEXT NOT NULL, embedder INTEGER NOT NULL REFERENCES embedder (row), value BLOB NOT NULL,
      PRIMARY KEY (phrase, embedder)
    ) STRICT, WITHOUT ROWID;
  `)
}

/** Adds columns. Papers and units that were stored without them get the default. */
function m003_reading(database: Database): void {
  database.exec(`
    ALTER TABLE unit ADD COLUMN reading TEXT;
    ALTER TABLE paper ADD COLUMN publication TEXT NOT NULL
      DEFAULT '{"journal":null,"volume":null,"issue":null,"pages":null}';
    ALTER TABLE paper ADD COLUMN confidence TEXT NOT NULL DEFAULT '{"title":1,"authors":1,"year":1}';
  `)
}

/** Adds a person's corrections to the front matter of papers; null if there are none. */
function m006_corrections(database: Database): void {
  database.exec('ALTER TABLE paper ADD COLUMN corrections TEXT')
}

/** Append only: a released migration never changes. */
export const MIGRATIONS: readonly Migration[] = [
  m001_initial,
  m002_graph,
  m003_reading,
  addTally,
  addDigests,
  m006_corrections,
]

/** Returns the SQL of a database's tables, indexes and triggers, by name. */
export function schemaOf(database: Database): ReadonlyMap<string, string> {
  const parts = database.prepare<[], [string, string]>(
    "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  )
  return new Map(parts.raw().all())
}

/**
 * Returns how many migrations the file lacks. Throws `STORE_TOO_NEW`, and `STORE_DAMAGED` for another program's file or one without
 * tables: a corpus is created under a temporary name, so an empty file at its path was once a corpus.
 */
export function migrationsLacking(database: Database, path: string, migrations = MIGRATIONS): number {
  const version = pragmaNumber(database, 'user_version')
  const hasTables = database.prepare('SELECT count(*) > 0 FROM sqlite_schema').pluck().get() === 1
  if (!hasTables) throw new GlossError('STORE_DAMAGED', `${path} is empty: its corpus is gone.`, { path })
  if (version < 1 || pragmaNumber(database, 'application_id') !== APPLICATION_ID)
    throw new GlossError('STORE_DAMAGED', `${path} is an SQLite file, but not a corpus.`, { path })
  if (version > migrations.length) {
    const message = `${path} has format ${version}; this version of Gloss supports formats up to ${migrations.length}.`
    throw new GlossError('STORE_TOO_NEW', message, { path, version })
  }
  return migrations.length - version
}

/** Applies the missing migrations, all or none. */
export function migrate(database: Database, path: string, migrations = MIGRATIONS): void {
  const apply = database.transaction(() => {
    const lacking = migrationsLacking(database, path, migrations)
    applyLast(database, lacking, migrations)
  })
  apply.immediate()
}

/** Creates a corpus in a database without tables. */
export function createSchema(database: Database, migrations = MIGRATIONS): void {
  const apply = database.transaction(() => applyLast(database, migrations.length, migrations))
  apply.immediate()
}

function applyLast(database: Database, lacking: number, migrations: readonly Migration[]): void {
  for (const migration of migrations.slice(migrations.length - lacking)) migration(database)
  database.pragma(`user_version = ${migrations.length}`)
  database.pragma(`application_id = ${APPLICATION_ID}`)
}

function pragmaNumber(database: Database, name: string): number {
  return Number(database.pragma(name, { simple: true }))
}
