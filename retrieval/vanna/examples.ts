/**
 * Example questions, each with the statement that answers it; the nearest ones are shown to the model before its question. In Vanna's own
 * study (specs/vanna.md) statements were right in 3 of 100 cases with the schema alone, in 80 with ten relevant examples. A test runs each
 * of them.
 */

export interface SqlExample {
  readonly question: string
  readonly sql: string
}

export const SQL_EXAMPLES: readonly SqlExample[] = [
  {
    question: 'What is known about lupeol?',
    sql: "SELECT unit_id, is_subject FROM names WHERE name = 'lupeol' ORDER BY is_subject DESC LIMIT 50",
  },
  {
    question: 'Which statements are about the bark beetle itself?',
    sql: "SELECT DISTINCT unit_id FROM names WHERE name = 'bark beetle' AND is_subject = 1 LIMIT 50",
  },
  {
    question: 'How are lupeol and elastase related?',
    sql: "SELECT unit_id, count(DISTINCT name) AS matched FROM names WHERE name IN ('lupeol', 'elastase') GROUP BY unit_id ORDER BY matched DESC LIMIT 50",
  },
  {
    question: 'Which papers mention both curcumin and tumour cells?',
    sql: "SELECT paper_id FROM names WHERE name IN ('curcumin', 'tumour cell') GROUP BY paper_id HAVING count(DISTINCT name) = 2",
  },
  {
    question: 'Statements that mention TNF and IL-6 but not LPS',
    sql: "SELECT unit_id FROM names WHERE name IN ('tnf', 'il 6') AND unit_id NOT IN (SELECT unit_id FROM names WHERE name = 'lps') GROUP BY unit_id HAVING count(DISTINCT name) = 2",
  },
  {
    question: 'What was published on betulin in 2019?',
    sql: "SELECT DISTINCT n.unit_id FROM names AS n JOIN papers AS p USING (paper_id) WHERE n.name = 'betulin' AND p.year = 2019 LIMIT 50",
  },
  {
    question: 'Findings on aspirin since 2015, the newest first',
    sql: "SELECT u.unit_id, u.year FROM units AS u JOIN names AS n USING (unit_id) WHERE n.name = 'aspirin' AND u.year >= 2015 GROUP BY u.unit_id, u.year ORDER BY u.year DESC LIMIT 50",
  },
  {
    question: 'Which papers came out between 2010 and 2014?',
    sql: 'SELECT paper_id, year FROM papers WHERE year BETWEEN 2010 AND 2014 ORDER BY year',
  },
  {
    question: 'What is the newest paper?',
    sql: 'SELECT paper_id, year FROM papers ORDER BY year DESC LIMIT 1',
  },
  {
    question: 'What is the oldest paper that mentions penicillin?',
    sql: "SELECT p.paper_id, p.year FROM papers AS p JOIN names AS n USING (paper_id) WHERE n.name = 'penicillin' AND p.year IS NOT NULL GROUP BY p.paper_id, p.year ORDER BY p.year LIMIT 1",
  },
  {
    question: 'Papers whose year is not known',
    sql: 'SELECT paper_id FROM papers WHERE year IS NULL',
  },
  {
    question: 'What did Jane Doe publish?',
    sql: "SELECT paper_id, year FROM papers WHERE authors LIKE '%Jane Doe%' ORDER BY year DESC",
  },
  {
    question: 'What did Doe and Roe write together about collagen?',
    sql: "SELECT DISTINCT n.unit_id FROM names AS n JOIN papers AS p USING (paper_id) WHERE p.authors LIKE '%Doe%' AND p.authors LIKE '%Roe%' AND n.name = 'collagen'",
  },
  {
    question: 'Which papers have a single author?',
    sql: "SELECT paper_id FROM papers WHERE authors <> '' AND authors NOT LIKE '%;%'",
  },
  {
    question: 'The paper with the DOI 10.1000/182',
    sql: "SELECT paper_id FROM papers WHERE doi = '10.1000/182'",
  },
  {
    question: 'Papers with inflammation in their title',
    sql: "SELECT paper_id, year FROM papers WHERE has_words(title, 'inflammation') ORDER BY year DESC",
  },
  {
    question: 'How many papers mention metformin?',
    sql: "SELECT DISTINCT paper_id FROM names WHERE name = 'metformin'",
  },
  {
    question: 'In how many statements does insulin occur each year?',
    sql: "SELECT u.unit_id, u.year FROM units AS u WHERE u.unit_id IN (SELECT unit_id FROM names WHERE name = 'insulin') ORDER BY u.year",
  },
  {
    question: 'Which paper says most about diabetes?',
    sql: "SELECT paper_id, count(DISTINCT unit_id) AS statements FROM names WHERE name = 'diabetes' GROUP BY paper_id ORDER BY statements DESC LIMIT 10",
  },
  {
    question: 'Which other names occur most often together with lupeol?',
    sql: "SELECT n.unit_id, max(counted.units) AS units FROM names AS n JOIN (SELECT b.name, count(DISTINCT b.unit_id) AS units FROM names AS a JOIN names AS b USING (unit_id) WHERE a.name = 'lupeol' AND b.name <> 'lupeol' GROUP BY b.name ORDER BY units DESC LIMIT 10) AS counted USING (name) WHERE n.unit_id IN (SELECT unit_id FROM names WHERE name = 'lupeol') GROUP BY n.unit_id ORDER BY 2 DESC",
  },
  {
    question: 'Everything on the topic enzymes',
    sql: "SELECT unit_id FROM units WHERE topic = 'enzymes' LIMIT 100",
  },
  {
    question: 'What is said about toxicity in the results sections?',
    sql: "SELECT unit_id FROM units WHERE has_words(text, 'toxicity') AND locator LIKE 'Results%' LIMIT 50",
  },
  {
    question: 'What stands on the first page of the papers about ageing?',
    sql: "SELECT u.unit_id FROM units AS u JOIN papers AS p USING (paper_id) WHERE u.page = 1 AND has_words(p.title, 'ageing') ORDER BY u.paper_id, u.ordinal",
  },
  {
    question: 'What does curcumin inhibit?',
    sql: "SELECT unit_id FROM facts WHERE subject = 'curcumin' AND predicate LIKE '%inhibit%'",
  },
  {
    question: 'What inhibits elastase?',
    sql: "SELECT unit_id FROM facts WHERE object = 'elastase' AND predicate LIKE '%inhibit%'",
  },
  {
    question: 'Who directed the film Casablanca?',
    sql: "SELECT unit_id FROM facts WHERE (subject = 'casablanca' AND predicate LIKE '%direct%') OR (object = 'casablanca' AND predicate LIKE '%direct%') UNION SELECT unit_id FROM names WHERE name = 'casablanca' AND is_subject = 1",
  },
  {
    question: 'Where was the director of the film Casablanca born?',
    sql: "WITH people AS (SELECT object AS person FROM facts WHERE subject = 'casablanca' AND predicate LIKE '%direct%') SELECT DISTINCT n.unit_id, n.is_subject FROM names AS n WHERE n.name IN (SELECT person FROM people) OR n.name = 'casablanca' ORDER BY n.is_subject DESC LIMIT 50",
  },
  {
    question: 'Which facts link vitamin D to bone density?',
    sql: "SELECT unit_id FROM facts WHERE (subject = 'vitamin d' AND object = 'bone density') OR (subject = 'bone density' AND object = 'vitamin d')",
  },
  {
    question: 'Statements with a measured IC50',
    sql: "SELECT unit_id FROM units WHERE has_words(text, 'IC50') AND text LIKE '%IC50 of %' LIMIT 50",
  },
  {
    question: 'Which statements report that the treatment had no effect?',
    sql: "SELECT unit_id FROM units WHERE text LIKE '%no effect%' OR text LIKE '%not significant%' LIMIT 50",
  },
  {
    question: 'What do passages say about the dose of ibuprofen?',
    sql: "SELECT DISTINCT u.unit_id FROM units AS u JOIN names AS n USING (unit_id) WHERE u.kind = 'passage' AND n.name = 'ibuprofen' AND has_words(u.text, 'dose') LIMIT 50",
  },
  {
    question: 'What does the abbreviation ROS stand for?',
    sql: "SELECT DISTINCT unit_id FROM names WHERE alias = 'ros' AND kind = 'abbreviation' LIMIT 20",
  },
  {
    question: 'Papers in German',
    sql: "SELECT paper_id FROM papers WHERE language = 'deu'",
  },
  {
    question: 'The longest papers',
    sql: 'SELECT paper_id, page_count FROM papers ORDER BY page_count DESC LIMIT 10',
  },
]
