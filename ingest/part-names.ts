/**
 * Lists the names of parts in German, French, Spanish, Portuguese, Italian, Chinese, Japanese and Korean papers: alternatives for patterns,
 * none of them an English word. English names are defined where they are used.
 */

export const ABSTRACT_ELSEWHERE =
  'zusammenfassung|kurzfassung|kurzzusammenfassung|résumé|resumen|resumo|riassunto|sommario|摘\\s*要|内容提要|要\\s*旨|抄\\s*録|초\\s*록|요\\s*약'
export const REFERENCES_ELSEWHERE =
  'literaturverzeichnis|literaturangaben|literatur|quellenverzeichnis|bibliographie|références(?: bibliographiques)?|referencias(?: bibliográficas)?|bibliografía|' +
  'referências(?: bibliográficas)?|bibliografia|riferimenti bibliografici|参\\s*考\\s*文\\s*献|參\\s*考\\s*文\\s*獻|引用文献|文\\s*献|참\\s*고\\s*문\\s*헌'
export const INTRODUCTION_ELSEWHERE =
  'einleitung|einführung|hintergrund|introducción|introdução|introduzione|contexte|antecedentes|引\\s*言|前\\s*言|绪\\s*论|緒\\s*言|はじめに|序\\s*論|서\\s*론'
export const METHODS_ELSEWHERE =
  '(?:material(?:ien)? und )?methoden?|methodik|material und methode|(?:matériels?|matériaux|patients) et méthodes?|méthodes?|méthodologie|(?:materiales?|material|pacientes) y métodos?|métodos?|' +
  'metodología|(?:materiais|material) e métodos|metodologia|(?:materiali|pazienti) e metodi|metodi|(?:材\\s*料\\s*与|材\\s*料\\s*和|资\\s*料\\s*与|研\\s*究|实\\s*验)?\\s*方\\s*法|材料及び方法|방\\s*법'
export const RESULTS_ELSEWHERE =
  'ergebnisse(?: und diskussion)?|befunde|résultats(?: et discussion)?|resultados(?: y discusión| e discussão)?|risultati(?: e discussione)?|(?:实\\s*验)?\\s*结\\s*果(?:\\s*与\\s*(?:讨\\s*论|分\\s*析))?|結\\s*果|결\\s*과'
export const DISCUSSION_ELSEWHERE = 'diskussion|discusión|discussão|discussione|讨\\s*论|考\\s*察|고\\s*찰'
export const CONCLUSIONS_ELSEWHERE =
  'schlussfolgerung(?:en)?|schlußfolgerung(?:en)?|fazit|ausblick|schluss|conclusión|conclusiones|conclusão|conclusões|conclusione|conclusioni|结\\s*论|結\\s*論|小\\s*结|결\\s*론'
export const THANKS_ELSEWHERE =
  "danksagung(?:en)?|förderung|interessenkonflikte?|remerciements|financement|conflits? d[’']intérêts?|agradecimientos|financiación|conflictos? de intereses|agradecimentos|" +
  'ringraziamenti|致\\s*谢|謝\\s*辞|基金项目|利益冲突|감사의 글'
/** Beginnings of lines of key words, which continue after their label. */
export const KEYWORDS_ELSEWHERE =
  /^[【[]?\s*(?:schlüsselwörter|schlagwörter|schlagworte|mots?[- ]clés?|palabras? clave|palavras?[- ]chave|parole chiave|关\s*键\s*词|關\s*鍵\s*詞|キーワード|핵심어|주제어)/iu
